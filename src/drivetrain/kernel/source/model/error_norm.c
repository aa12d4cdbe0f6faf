/* Weighted maximum norm of the error. */
#include "model.h"
#include "error_norm.h"

DT_INLINE double given(const void *of, int64_t i) { return ((const double *)of)[i]; }

DT_CLONES static double norm_of(int64_t n, struct sizes w, const double *v)
{
    return dt_norm(n, dt_each(w, 1), given, v);
}

/* Largest ratio of v to the tolerances of states with the magnitudes of x and y. Quadratures do not count. */
double dt_tolerance_norm(const dt_solver *s, const double *v, const double *y)
{
    return norm_of(s->model.n_x, dt_sizes(s, y), v);
}
