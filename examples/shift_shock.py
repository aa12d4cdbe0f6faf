"""How far do tolerances scatter the shift shock of an automatic gearbox? On threads, or on Dask.

Friction, actuation, inertia and the mass of the car scatter. What is kept of each run is computed
where the run is made: the range of the torque in the half shafts once the car has been launched,
the heat of a clutch, and the instant of the fifth gear.

Run me: ``python examples/shift_shock.py``; with the workers of a cluster
``python examples/shift_shock.py --dask tcp://scheduler:8786``, with two workers on this machine
``python examples/shift_shock.py --dask local``. From the command line the same study is stored and
resumed: ``drivetrain study examples/shift_shock.py --out shift_shock.study``.
"""

import sys
from typing import Any

import drivetrain as dt
from drivetrain import studies

RUNS = 64

LAUNCHED, END = 3.0, 10.0  # s

study = dt.examples.find("machines.EightSpeedAutomatic")().study(
    {
        "clutch_e.cgeo": studies.truncated_normal(0.8, 0.03, 0.7, 0.9),
        "brake_b.cgeo": studies.truncated_normal(0.8, 0.03, 0.7, 0.9),
        "control.shift_time": studies.triangular(0.35, 0.4, 0.5),
        "control.release": studies.uniform(0.5, 0.7),
        "intervention": studies.uniform(0.4, 0.6),
        "vehicle.m": studies.normal(1800, 60),
    },
    design=studies.sobol(RUNS, seed=1),
    record={
        "lowest": studies.minimum("half_shafts.tau", between=(LAUNCHED, END)),
        "highest": studies.maximum("half_shafts.tau", between=(LAUNCHED, END)),
        "heat": studies.dissipated("clutch_e"),
        "fifth": studies.first("control.gear", 5),
    },
    stop_time=END,
    interval=0.005,
)


def run(engine: Any) -> studies.StudyResult:
    """Run the study, print the spread of the shock, and draw it."""
    result = study.run(engine=engine)
    table = result.to_pandas()
    table["shock"] = table["highest"] - table["lowest"]
    print(result)
    print(table["shock"].describe(percentiles=[0.05, 0.5, 0.95]).round(1).to_string())
    print(result.regression("lowest"))
    return result


if __name__ == "__main__":  # workers read this file, too
    where = sys.argv[sys.argv.index("--dask") + 1] if "--dask" in sys.argv else ""
    if where == "local":
        from distributed import Client

        dask: Any = Client  # it has no types
        with dask(n_workers=2, threads_per_worker=1) as client:
            run(client)
    else:
        run(f"dask={where}" if where else None)
