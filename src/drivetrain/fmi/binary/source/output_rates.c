/* Derivatives of outputs by time, along the motion that continues with the present modes.
 *
 * Differences at the present point and two ahead of it, of second order: where a signal bends there, its slope
 * is the one to come, which is what a value is extrapolated with. */
#include <math.h>
#include <string.h>

#include "unit.h"

#define STEP 0x1p-17 /* s, and largest change of a state, relative to its size */
#define LEAST 64.0   /* last bits of time */

/* A time for which no state moves far. */
static double choose_length(const unit *u)
{
    double longest = STEP, least = LEAST * (nextafter(fabs(u->time), INFINITY) - fabs(u->time));
    for (int64_t i = 0; i < u->model->n_x; ++i) {
        double size = fmax(u->nominal[i], fabs(u->row[2 + i]));
        longest = fmin(longest, STEP * size / fabs(u->rates[i]));
    }
    return exp2(floor(log2(fmax(longest, least))));
}

/* The row where the tangent leads in this time. */
static int look_ahead(unit *u, double length, double *x, double *row)
{
    const double *g, *switching;
    for (int64_t i = 0; i < u->model->n_x; ++i)
        x[i] = u->row[2 + i] + length * u->rates[i];
    return dt_view(u->solver, u->time + length, x, row, &g, &switching);
}

static enum unit_status differences(unit *u, const uint32_t *references, size_t n, double *values)
{
    size_t length = (size_t)unit_row_length(u), n_x = (size_t)u->model->n_x;
    double *memory = u->allocate(n_x + 3 * length + 1, sizeof(double)), h = choose_length(u);
    if (!memory)
        return unit_say(u, UNIT_ERROR, "no memory for derivatives");
    double *row[3];
    bool fails = false;
    for (int k = 0; k < 3; ++k) {
        row[k] = memory + n_x + (size_t)k * length;
        fails = fails || look_ahead(u, k * h, memory, row[k]) != DT_DONE;
    }
    for (size_t i = 0; i < n && !fails; ++i) {
        const dt_fmu_variable *v = u->m->variables + references[i];
        int64_t k = v->index;
        double far = row[2][2 + k], near = row[1][2 + k], here = row[0][2 + k];
        values[i] = k < u->model->n_x + u->model->n_q ? u->rates[k] : (4.0 * near - 3.0 * here - far) / (2.0 * h);
        values[i] = v->sign < 0 ? 0.0 - values[i] : values[i];
    }
    u->release(memory);
    return fails ? unit_say(u, UNIT_DISCARD, "there are no derivatives at this point") : UNIT_OK;
}

static enum unit_status refuse(unit *u, const char *call, const char *name, const char *why)
{
    unit_begin(u);
    unit_text(u, call);
    unit_text(u, ": ");
    unit_text(u, name);
    unit_text(u, why);
    return unit_tell(u, UNIT_ERROR, UNIT_LOG_ERRORS);
}

enum unit_status unit_output_rates(unit *u, const char *call, const uint32_t *references, size_t n,
                                   const int32_t *orders, double *values)
{
    for (size_t i = 0; i < n; ++i) {
        const dt_fmu_variable *v = unit_variable(u, call, references[i], 1 << DT_FMU_REAL);
        if (!v)
            return UNIT_ERROR;
        if (v->kind != DT_FMU_VALUE)
            return refuse(u, call, unit_word(u, v->name), " is no output that a step computes");
        if (orders[i] != 1)
            return refuse(u, call, unit_word(u, v->name), ": only first derivatives are known");
    }
    enum unit_status status = unit_refresh(u);
    if (status == UNIT_OK && dt_rates(u->solver, u->time, u->row + 2, u->rates) != DT_OK)
        status = unit_say(u, UNIT_DISCARD, "there are no derivatives at this point");
    return status == UNIT_OK ? differences(u, references, n, values) : status;
}
