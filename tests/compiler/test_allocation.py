"""RowBuffer for large arrays: asked for and given back."""

import pytest

from drivetrain.compiler import allocation as memory


class Libc:
    """Writes down what it is asked for."""

    def __init__(self):
        self.asked = []

    def mallopt(self, what, value):
        self.asked.append((what, value))

    def malloc_trim(self, rest):
        self.asked.append("trim")


@pytest.fixture
def libc(monkeypatch):
    library = Libc()
    monkeypatch.setattr(memory, "_libc", lambda: library)
    return library


def test_a_large_model_keeps_memory_and_gives_it_back_after_a_failure(libc):
    with pytest.raises(ZeroDivisionError), memory.lasting_memory(10**6):
        _ = 1 / len([value for _, value in libc.asked if value < 2**31 - 1])
    given_back = libc.asked[2:]
    assert {what for what, _ in libc.asked[:2]} == {what for what, _ in given_back[:2]}
    assert all(value < 2**31 - 1 for _, value in given_back[:2])
    assert given_back[2:] == ["trim"]


def test_a_small_model_asks_for_nothing(libc):
    with memory.lasting_memory(1000):
        pass
    assert libc.asked == []


def test_another_c_library_is_left_alone(monkeypatch):
    monkeypatch.setattr(memory, "_libc", lambda: None)
    with memory.lasting_memory(10**6):
        pass
