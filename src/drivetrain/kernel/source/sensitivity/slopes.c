/* Slopes of the model in all directions at once: the functions give the slopes by states, time and parameters,
 * which are few; each direction then costs a sparse product. */
#include <math.h>
#include <string.h>

#include "sensitivity.h"
#include "../model/model.h"

#define LEAST_EFFECT 1e-6

/* Evaluations of sensitivities have memory of their own, so that the run does not notice them. */
static void begin(dt_solver *s, double t, const double *x)
{
    dt_io *io = &s->sensitivity->io;
    if (s->model.n_memory)
        memcpy(io->memory, s->memory_kept, (size_t)s->model.n_memory * sizeof(double));
    io->time = t;
    io->initial = s->io.initial;
    io->x = x;
    io->failed_block = -1;
    dt_read_past(s, t);
}

/* Returns a dt_code. */
int dt_evaluate_slopes(dt_solver *s, const dt_slopes *slopes, double t, const double *x)
{
    begin(s, t, x);
    return slopes->function(&s->sensitivity->io);
}

/* Add a slope times a row; what does not change has no effect, however steep. */
static void add(double slope, const double *row, int64_t k, double *out)
{
    for (int64_t d = 0; d < k; ++d)
        if (row[d] != 0.0)
            out[d] += slope * row[d];
}

/* The changes of what a slope is by. */
const double *dt_row_of_change(const struct sensitivity *w, const double *change, int64_t column)
{
    const dt_sensitivity *of = w->of;
    int64_t behind = column - (of->n_row + 1 + of->n_parameter + 2 * of->n_latched);
    return behind < 0 ? change + column * of->n_direction : w->delayed + behind * of->n_direction;
}

/* Changes of `count` quantities from the slopes last evaluated. */
void dt_apply_slopes(const struct sensitivity *w, const dt_slopes *slopes, int64_t first, int64_t count,
                     const double *change, double *out)
{
    const double *slope = w->slope + slopes->first;
    int64_t k = w->of->n_direction;
    for (int64_t i = first; i < first + count; ++i, out += k) {
        memset(out, 0, (size_t)k * sizeof *out);
        for (int64_t e = slopes->ptr[i]; e < slopes->ptr[i + 1]; ++e) {
            const double *row = dt_row_of_change(w, change, slopes->column[e]);
            if (isfinite(slope[e]))
                for (int64_t d = 0; d < k; ++d)
                    out[d] += slope[e] * row[d];
            else
                add(slope[e], row, k, out);
        }
    }
}

/* Sum of the magnitudes of the terms that such a change consists of. */
double dt_size_of_terms(const struct sensitivity *w, const dt_slopes *slopes, int64_t quantity,
                        const double *change, int64_t direction)
{
    const double *slope = w->slope + slopes->first;
    double sum = 0.0;
    for (int64_t e = slopes->ptr[quantity]; e < slopes->ptr[quantity + 1]; ++e) {
        double one = dt_row_of_change(w, change, slopes->column[e])[direction];
        if (one != 0.0)
            sum += fabs(slope[e] * one);
    }
    return sum;
}

/* What an error of change i (by rows) is compared with: the largest one so far, and what a change of a usual size
 * must at least do to a state. */
double dt_size_of_change(const dt_solver *s, int64_t i, double now)
{
    const struct sensitivity *w = s->sensitivity;
    int64_t row = i / w->of->n_direction, d = i % w->of->n_direction;
    double nominal = row < s->model.n_x ? s->settings.atol[row] / s->settings.rtol[row] : 1.0;
    return fmax(fmax(w->largest[i], fabs(now)), LEAST_EFFECT * nominal / w->of->sizes[d]);
}

/* Derivatives with the present modes. Returns a dt_code. */
int dt_rates_beside(dt_solver *s, double t, const double *x, double *xdot)
{
    dt_io *io = &s->sensitivity->io;
    begin(s, t, x);
    io->xdot = xdot;
    int code = s->model.ode(io);
    for (int64_t i = 0; i < s->locks.n_resting; ++i)
        xdot[s->locks.resting[i]] = 0.0;
    return code;
}

/* Rates of the change `stage` at a point. Returns a dt_code. */
int dt_evaluate_tangent(dt_solver *s, double t, const double *x, double *rate)
{
    struct sensitivity *w = s->sensitivity;
    int64_t k = w->of->n_direction;
    if (!w->of->tangent) {
        int code = dt_evaluate_slopes(s, w->of->rates, t, x);
        dt_rates_of_change(s, w->stage, rate);
        return code;
    }
    begin(s, t, x);
    w->io.y = rate;
    int code = w->of->tangent(&w->io);
    w->io.y = w->slope;
    for (int64_t i = 0; i < s->locks.n_resting; ++i)
        memset(rate + s->locks.resting[i] * k, 0, (size_t)k * sizeof *rate);
    return code;
}

/* Rates of a change, from the slopes of the derivatives last evaluated. */
void dt_rates_of_change(dt_solver *s, const double *change, double *rate)
{
    const struct sensitivity *w = s->sensitivity;
    int64_t k = w->of->n_direction;
    dt_apply_slopes(w, w->of->rates, 0, w->of->n_row, change, rate);
    for (int64_t i = 0; i < s->locks.n_resting; ++i)
        memset(rate + s->locks.resting[i] * k, 0, (size_t)k * sizeof *rate);
}
