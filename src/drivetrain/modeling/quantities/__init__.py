"""Quantities in engineering units: texts such as ``"1500 rpm"``, headers such as ``"w [rpm]"``."""
