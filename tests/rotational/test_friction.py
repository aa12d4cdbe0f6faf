"""The friction state machine, transition by transition, on its own equations."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from drivetrain.modeling import variable
from drivetrain.modeling.unit_check import check_units
from drivetrain.rotational import BearingFriction, Brake, Clutch, Friction

BACKWARD, STUCK, FORWARD, FREE, UNKNOWN = -1, 0, 1, 2, 3
T0, T_MAX = 10.0, 12.0


class Surfaces(Friction):
    """Friction without a law of sliding."""

    tau = variable("N.m", doc="Friction torque")


@dataclass
class Element:
    """A friction element in one event pass."""

    laws: object
    w: float = 0.0
    sa: float = 0.0
    free: bool = False
    pre_mode: int = STUCK
    pre_forward: bool = False
    pre_backward: bool = False
    initial: bool = False
    tau0: float = T0
    tau0_max: float = T_MAX
    found: dict = field(default_factory=dict)

    def solve(self):
        """Evaluate the discrete equations in the order in which they depend on each other."""
        values = {
            "w_relfric": self.w, "sa": self.sa, "free": self.free, "tau0": self.tau0,
            "tau0_max": self.tau0_max, "pre_mode": self.pre_mode,
            "pre_start_forward": self.pre_forward, "pre_start_backward": self.pre_backward,
        }  # fmt: skip
        for name in ("start_forward", "start_backward", "locked", "mode"):
            values[name] = self.laws(name, initial=self.initial, **values)
        shift = self.laws("sa", initial=self.initial, a_relfric=0.0, grip=self.sa, **values)
        values["a_relfric"] = self.sa - shift
        again = self.laws("sa", initial=self.initial, grip=self.sa, **values)
        assert again == pytest.approx(self.sa)
        self.found = values
        return self

    def next(self, **changes):
        """Return the element in the next pass: previous values are those found in this one."""
        again = {
            "pre_mode": int(self.found["mode"]),
            "pre_forward": bool(self.found["start_forward"]),
            "pre_backward": bool(self.found["start_backward"]),
        }
        kept = {k: getattr(self, k) for k in ("w", "sa", "free", "tau0", "tau0_max")}
        return Element(self.laws, **{**kept, **again, **changes}).solve()

    def __getattr__(self, name):
        return self.found[name]


@pytest.fixture
def element(laws):
    law = laws(Surfaces())
    return lambda **state: Element(law, **state).solve()


def test_stuck_inside_the_limits(element):
    e = element(sa=T_MAX)
    assert (e.locked, e.mode, e.a_relfric) == (True, STUCK, 0.0)


@pytest.mark.parametrize("direction", [1, -1])
def test_breaks_away_beyond_the_largest_torque_and_waits(element, direction):
    e = element(sa=direction * (T_MAX + 1))
    assert (e.start_forward, e.start_backward) == (direction > 0, direction < 0)
    assert (e.locked, e.mode) == (False, STUCK)
    assert e.a_relfric == pytest.approx(direction * 1.0)


@pytest.mark.parametrize("direction", [1, -1])
def test_waits_while_nothing_moves_it_and_sticks_when_it_would_turn_back(element, direction):
    waiting = element(sa=direction * (T_MAX + 1)).next(sa=direction * T_MAX)
    assert not waiting.locked
    assert waiting.a_relfric == 0.0
    assert waiting.next(sa=direction * (T_MAX - 0.1)).locked


@pytest.mark.parametrize("direction", [1, -1])
def test_slides_once_the_speed_has_its_sign(element, direction):
    waiting = element(sa=direction * (T_MAX + 1))
    assert waiting.next(w=-direction * 1e-16).mode == STUCK
    sliding = waiting.next(w=direction * 1e-16)
    assert sliding.mode == direction
    again = sliding.next()
    assert (again.mode, again.locked, again.start_forward | again.start_backward) == (
        direction, False, False,
    )  # fmt: skip


@pytest.mark.parametrize("direction", [1, -1])
def test_reversal_passes_through_stuck(element, direction):
    e = element(pre_mode=direction, w=0.0, sa=0.0)
    assert (e.mode, e.locked) == (STUCK, False)
    assert e.next(sa=0.5 * T_MAX).locked
    started = e.next(sa=-direction * (T_MAX + 1))
    assert started.start_backward if direction > 0 else started.start_forward


@pytest.mark.parametrize("before", [BACKWARD, STUCK, FORWARD, UNKNOWN])
def test_free_whatever_it_was(element, before):
    e = element(pre_mode=before, free=True, sa=3.0, w=1.0, tau0=0.0, tau0_max=0.0)
    assert (e.mode, e.locked, e.a_relfric) == (FREE, False, 3.0)


@pytest.mark.parametrize(("w", "mode"), [(1.0, FORWARD), (-1.0, BACKWARD), (0.0, STUCK)])
def test_engaging_takes_the_sign_of_the_speed(element, w, mode):
    first = element(pre_mode=FREE, w=w)
    assert first.locked, "for this pass only"
    assert first.mode == mode
    assert first.next().locked == (mode == STUCK)


@pytest.mark.parametrize(("w", "mode"), [(1.0, FORWARD), (-1.0, BACKWARD), (0.0, STUCK)])
def test_start_in_motion(element, w, mode):
    e = element(pre_mode=UNKNOWN, w=w, initial=True)
    assert (e.mode, e.locked) == (mode, mode == STUCK)


@pytest.mark.parametrize("direction", [1, -1])
def test_a_jump_of_the_speed_is_noticed_beyond_w_small(laws, direction):
    law = laws(Surfaces(w_small=5.0))
    e = Element(law, pre_mode=-direction, w=direction * 6.0).solve()
    assert (e.mode, e.start_forward, e.start_backward) == (direction, direction > 0, direction < 0)
    assert Element(law, pre_mode=-direction, w=direction * 4.0).solve().mode == STUCK


def test_acceleration_agrees_with_breaking_away(element):
    for sa in (T_MAX + 0.01, T_MAX + 5):
        e = element(sa=sa)
        assert e.start_forward == (e.a_relfric > 0)


# -- torque laws ----------------------------------------------------------------------------------

SLIDING = {"start_forward": False, "start_backward": False, "locked": False, "grip": 0.0}
RISING = [[0, 0.5], [10, 0.7]]


def test_bearing_friction_is_odd_in_the_speed(laws):
    law = laws(BearingFriction(tau_pos=[[0, 2.0], [10, 3.0]]))
    assert law("tau", w=5.0, pre_mode=FORWARD, **SLIDING) == pytest.approx(2.5)
    assert law("tau", w=-5.0, pre_mode=BACKWARD, **SLIDING) == pytest.approx(-2.5)
    assert law("tau0") == 2.0
    assert law("tau", w=0.0, pre_mode=STUCK, **{**SLIDING, "locked": True, "grip": 1.25}) == 1.25


@pytest.mark.parametrize("cls", [Brake, Clutch])
def test_torque_is_coefficient_times_geometry_times_force(laws, cls):
    law = laws(cls(fn_max=100.0, cgeo=2.0, mu_pos=RISING, peak=1.5))
    speed = "w" if cls is Brake else "w_rel"
    assert law("fn", f_normalized=0.5) == 50.0
    assert law("tau0", fn=50.0) == 50.0
    assert law("tau0_max", tau0=50.0) == 75.0
    assert law("mu", **{speed: -5.0}, pre_mode=BACKWARD, **SLIDING) == pytest.approx(-0.6)
    assert law("tau", mu=-0.6, fn=50.0, free=False, **SLIDING) == pytest.approx(-60.0)
    assert law("tau", mu=-0.6, fn=-1.0, free=True, **SLIDING) == 0.0
    assert law("free", fn=0.0)
    assert not law("free", fn=1e-9)


def test_only_the_brake_mirrors_the_table_while_backward_sliding_starts(laws):
    starting = {**SLIDING, "start_backward": True, "pre_mode": STUCK}
    brake, clutch = (laws(c(fn_max=1.0, mu_pos=RISING)) for c in (Brake, Clutch))
    assert brake("mu", w=-1.0, **starting) == pytest.approx(-0.52)
    assert clutch("mu", w_rel=-1.0, **starting) == pytest.approx(-0.48)


@pytest.mark.parametrize("cls", [BearingFriction, Brake, Clutch])
def test_the_relative_speed_is_held_at_zero_while_locked(laws, cls):
    law = laws(cls(**({} if cls is BearingFriction else {"fn_max": 1.0})))
    (hold,) = law.trace.holds
    assert (law.names[hold.speed], law.names[hold.condition]) == ("w_relfric", "locked")
    check_units(law.trace)
