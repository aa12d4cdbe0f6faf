/* Checks of the model's outputs: defined, integer, constant between events, continuous, asserted. */
#include <math.h>
#include <string.h>

#include "model.h"
#include "../linalg/linalg.h"

/* Value index of the first variable that is not finite at the last full evaluation, -1 if there is none;
 * states are checked elsewhere. */
int64_t dt_first_undefined(const dt_solver *s)
{
    const double *z = s->io.z_out, *y = s->io.y;
    if (dt_all_finite(s->model.n_z, z) && dt_all_finite(s->model.n_y, y))
        return -1;
    for (int64_t i = 0; i < s->model.n_z; ++i)
        if (!isfinite(z[i]))
            return s->n + i;
    for (int64_t i = 0; i < s->model.n_y; ++i)
        if (!isfinite(y[i]))
            return s->n + s->model.n_z + i;
    return -1;
}

int dt_check_defined(dt_solver *s)
{
    s->failure.state = dt_first_undefined(s);
    return s->failure.state < 0 ? DT_DONE : dt_fail(s, DT_NON_FINITE);
}

static int fail_discrete(dt_solver *s, int status, int64_t number)
{
    s->failure.state = s->n + number;
    return dt_fail(s, status);
}

/* Do all integers have integral values? */
int dt_check_whole(dt_solver *s)
{
    for (int64_t i = 0; i < s->model.n_z; ++i)
        if (s->model.whole[i] && s->io.z_out[i] != rint(s->io.z_out[i]))
            return fail_discrete(s, DT_NOT_WHOLE, i);
    return DT_DONE;
}

/* Unless an event is due, discrete variables must be unchanged. */
int dt_check_held(dt_solver *s)
{
    for (int64_t i = 0; s->model.may_vary && i < s->model.n_z; ++i)
        if (!dt_same(s->io.z_out[i], s->z[i])) {
            s->io.time = s->time_end;
            return fail_discrete(s, DT_VARIES, i);
        }
    return DT_DONE;
}

/* Relative to the size of a motion: the largest change that is not a jump. */
#define NO_JUMP 1e-6

/* Remember the motions that must not jump, as of the last full evaluation. */
void dt_keep_smooth(dt_solver *s)
{
    for (int64_t i = 0; i < s->model.n_smooth; ++i)
        s->smooth_before[i] = s->io.y[s->model.smooth[i]];
}

/* Are they the same as before the event? */
int dt_check_smooth(dt_solver *s)
{
    for (int64_t i = 0; i < s->model.n_smooth; ++i) {
        double before = s->smooth_before[i], after = s->io.y[s->model.smooth[i]];
        double size = fmax(1.0, fmax(fabs(before), fabs(after)));
        if (fabs(after - before) > NO_JUMP * size) {
            s->failure.state = s->n + s->model.n_z + s->model.smooth[i];
            s->failure.interval = after - before;
            return dt_fail(s, DT_JUMP);
        }
    }
    return DT_DONE;
}

/* First assertion that the last evaluation violates, -1 if none. */
int64_t dt_first_violated(const dt_solver *s)
{
    for (int64_t i = 0; i < s->model.n_assert; ++i)
        if (s->io.assert_ok[i] == 0.0)
            return i;
    return -1;
}

int dt_check_asserts(dt_solver *s)
{
    s->failure.assertion = dt_first_violated(s);
    return s->failure.assertion < 0 ? DT_DONE : dt_fail(s, DT_ASSERT);
}
