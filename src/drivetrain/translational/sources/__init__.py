"""Forces and motions imposed on a flange, one class per module."""
