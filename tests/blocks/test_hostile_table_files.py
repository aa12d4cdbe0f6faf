"""Table files that are none, or were: the table, or one message that names the file."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.io import savemat
from scipy.sparse import csc_matrix

from drivetrain.blocks.table_file import read_table
from drivetrain.errors import TableError
from tests.fuzzing import LONG, within

COUNT = LONG or 300
ROWS = [[0.0, 1.0], [1.0, 2.0], [2.5, -3.0]]
TEXT = "#1\n# a comment\ndouble t(3,2) # rows\n0 1\n1 2; 2.5, -3\nfloat other(1,1) 7\n"
CSV = "0,1\n1,2\n2.5,-3\n"
SCRAPS = [b"nan", b"inf", b"1e999", b"\xff", b"\x00", b"\r", b"\n", b",", b"#", b"\xef\xbb\xbf"]
SCRAPS += ["é".encode(), b"double u(2,2)", b"double t(9999999999,2)", b"1_0", b"'", b'"', b"0x10"]


def mat(form: str = "5", packed: bool = False, **content: Any) -> bytes:
    buffer = io.BytesIO()
    savemat(buffer, content, format=form, do_compression=packed)
    return buffer.getvalue()


TABLE = {"words": "text", "t": np.array(ROWS), "other": np.arange(6, dtype=np.int16)}
SOUND = {
    "table.csv": CSV.encode(),
    "table.txt": TEXT.encode(),
    "4.mat": mat("4", t=np.array(ROWS)),
    "5.mat": mat(**TABLE),
    "7.mat": mat(packed=True, **TABLE, cells={"a": [1, "b"]}),
    "short.mat": mat(t=np.array(ROWS).astype(np.int8), sparse=csc_matrix([[0, 1.0]])),
}


def mangled(rng: random.Random, data: bytes) -> bytes:
    """Return a file after something has happened to it."""
    text = bytearray(data)
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(text) + 1)
        match rng.randrange(5):
            case 0:
                del text[place:]
            case 1:
                text[place:place] = rng.choice(SCRAPS)
            case 2:
                text[place : place + 1] = bytes([rng.randrange(256)])
            case 3:
                text[place : place + rng.randrange(30)] = text[: rng.randrange(30)]
            case _:
                text[place:place] = rng.randbytes(rng.randrange(20))
    return bytes(text)


def read(file: Path) -> Any:
    """Return the table of a file, None if there is a message about it."""
    try:
        with within():
            rows = read_table(str(file), "t")
    except TableError as error:
        return None if file.name in str(error) else pytest.fail(str(error))
    table = np.array(rows)
    assert table.ndim == 2
    assert table.size
    assert np.isfinite(table).all()
    return table


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", SOUND)
def test_mangled_files(name: str, tmp_path: Path) -> None:
    rng, file = random.Random(LONG), tmp_path / name
    for number in range(COUNT):
        data = mangled(rng, SOUND[name])
        file.write_bytes(data)
        try:
            read(file)
        except BaseException as error:
            pytest.fail(f"number {number}, {data!r}: {error!r}")


@pytest.mark.parametrize("name", SOUND)
def test_sound_files(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_bytes(SOUND[name])
    rows = np.trunc(ROWS) if name == "short.mat" else ROWS
    np.testing.assert_array_equal(read(file), rows)
    if file.suffix != ".mat":
        for data in (b"\xef\xbb\xbf" + SOUND[name], SOUND[name].replace(b"\n", b"\r\n")):
            file.write_bytes(data)
            np.testing.assert_array_equal(read(file), rows)


UNSOUND = {
    "an empty one": ("table.csv", b"", "holds no table"),
    "one without numbers": ("table.csv", b"# nothing\n", "holds no table"),
    "one with words": ("table.csv", b"time,y\n0,1\n", "could not convert string 'time'"),
    "one with a hole": ("table.csv", b"0,1\n1,nan\n", "row 2, column 2 is nan"),
    "one with rows of several lengths": ("table.csv", b"0,1\n1\n", "number of columns changed"),
    "one in another coding": ("table.csv", "0,1 # é\n".encode("latin-1"), "not a text in UTF-8"),
    "one in UTF-16": ("table.txt", TEXT.encode("utf-16"), "not a text in UTF-8"),
    "one of another kind": ("table.parquet", b"PAR1\x00\x01", "tables come as .csv, as .mat"),
    "one that ends too early": ("table.txt", TEXT[:40].encode(), "has 2 numbers, not 3 times 2"),
    "one that goes on": ("table.txt", TEXT.replace("-3", "-3 4").encode(), "has 7 numbers, not 3"),
    "a MAT file with text": ("table.mat", mat(t="words"), "not a matrix of real numbers"),
    "one with complex numbers": ("table.mat", mat(t=np.array([[1j]])), "of real numbers"),
    "one with three dimensions": ("table.mat", mat(t=np.ones((2, 2, 2))), "of the shape"),
    "one with structures": ("table.mat", mat(t={"a": 1.0}), "not a matrix of real numbers"),
    "one of version 7.3": (
        "table.mat",
        b"MATLAB 7.3 MAT-file".ljust(124) + b"\x00\x02IM" + b"\x89HDF\r\n\x1a\n",
        "version 7.3; save it with version 7",
    ),
    "one with numbers of a kind that there is not": (
        "table.mat",
        mat(t=np.array(ROWS)).replace(b"\x09\x00\x00\x00\x30", b"\xe3\x00\x00\x00\x30"),
        "numbers of kind 227",
    ),
    "no MAT file at all": ("table.mat", b"not a MAT file" * 20, "damaged or no MAT file"),
}


@pytest.mark.parametrize("fault", UNSOUND)
def test_files_with_a_fault(fault: str, tmp_path: Path) -> None:
    name, data, said = UNSOUND[fault]
    (tmp_path / name).write_bytes(data)
    with pytest.raises(TableError, match=said):
        read_table(str(tmp_path / name), "t")
