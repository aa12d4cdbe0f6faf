/* Vectorised check for infinities and NaN. */
#include "linalg.h"

/* The differences of finite numbers with themselves are 0, and NaN otherwise. */
DT_CLONES static bool all_finite(int64_t n, const double *v)
{
    int64_t bad = 0;
    for (int64_t i = 0; i < n; ++i)
        bad |= v[i] - v[i] != 0.0;
    return !bad;
}

/* Clones of a function are visible where it is, so that this one stays hidden. */
bool dt_all_finite(int64_t n, const double *v) { return all_finite(n, v); }
