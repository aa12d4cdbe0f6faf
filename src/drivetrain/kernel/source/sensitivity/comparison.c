/* How far the sensitivities of two runs are apart. */
#include <math.h>

#include "sensitivity.h"

/* The larger one; NaN if one of them is. */
static double larger(double most, double value) { return value > most || isnan(value) ? value : most; }

void dt_compare_rows(int64_t count, int64_t width, const double *values, int64_t stride, const int64_t *rows,
                     const double *others, int64_t other_stride, const int64_t *other_rows, double *largest,
                     double *apart)
{
    for (int64_t i = 0; i < width; ++i)
        largest[i] = apart[i] = 0.0;
    for (int64_t r = 0; r < count; ++r) {
        const double *value = values + stride * rows[r], *other = others + other_stride * other_rows[r];
        for (int64_t i = 0; i < width; ++i) {
            largest[i] = larger(largest[i], fabs(value[i]));
            apart[i] = larger(apart[i], fabs(value[i] - other[i]));
        }
    }
}
