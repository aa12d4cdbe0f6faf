/* Vectorised check for infinities and NaN. */
#include "linalg.h"

/* Is every number finite? (The differences with themselves are then 0, and NaN otherwise.) */
DT_CLONES bool dt_all_finite(int64_t n, const double *v)
{
    int64_t bad = 0;
    for (int64_t i = 0; i < n; ++i)
        bad |= v[i] - v[i] != 0.0;
    return !bad;
}
