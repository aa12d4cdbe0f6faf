/* Directional derivatives: central differences with frozen modes.
 *
 * Steps are powers of two, so that what depends on states and inputs in a linear way is exact but for rounding. */
#include <math.h>
#include <string.h>

#include "unit.h"

#define STEP 0x1p-17 /* largest change of a state, relative to its size */

/* A point on the line of the seed, and what is evaluated there. */
struct point {
    double *x, *row, *rates;
};

static size_t point_size(const unit *u)
{
    return (size_t)(2 * u->model->n_x + u->model->n_q + unit_row_length(u));
}

static struct point point_at(const unit *u, double *memory)
{
    return (struct point){memory, memory + u->model->n_x, memory + u->model->n_x + unit_row_length(u)};
}

static double *input_of(unit *u, const dt_fmu_variable *v)
{
    return u->parameters + u->m->inputs[v->index].parameter;
}

static bool is_input(const dt_fmu_variable *v) { return v->kind == DT_FMU_INPUT && v->type == DT_FMU_REAL; }

static bool is_state(const unit *u, const dt_fmu_variable *v)
{
    return v->kind == DT_FMU_VALUE && v->index < u->model->n_x;
}

static bool is_unknown(const dt_fmu_variable *v)
{
    return v->type == DT_FMU_REAL && (v->kind == DT_FMU_VALUE || v->kind == DT_FMU_RATE || v->kind == DT_FMU_INPUT);
}

static enum unit_status refuse(unit *u, const char *call, const dt_fmu_variable *v, const char *why)
{
    unit_begin(u);
    unit_text(u, call);
    unit_text(u, ": ");
    unit_text(u, unit_word(u, v->name));
    unit_text(u, why);
    return unit_tell(u, UNIT_ERROR, UNIT_LOG_ERRORS);
}

static enum unit_status check(unit *u, const char *call, const uint32_t *unknown, size_t n_unknown,
                              const uint32_t *known, size_t n_known)
{
    for (size_t i = 0; i < n_unknown; ++i) {
        const dt_fmu_variable *v = unit_variable(u, call, unknown[i], 1 << DT_FMU_REAL);
        if (!v || !is_unknown(v))
            return v ? refuse(u, call, v, " does not depend on states and inputs") : UNIT_ERROR;
    }
    for (size_t i = 0; i < n_known; ++i) {
        const dt_fmu_variable *v = unit_variable(u, call, known[i], 1 << DT_FMU_REAL);
        if (!v || !(is_state(u, v) || is_input(v)))
            return v ? refuse(u, call, v, " is neither a continuous state nor a real input") : UNIT_ERROR;
    }
    return UNIT_OK;
}

/* The length of the line on which differences are taken; 0 if the seed is. */
static double choose_length(unit *u, const uint32_t *known, size_t n_known, const double *seed)
{
    double largest = 0.0;
    for (size_t i = 0; i < n_known; ++i) {
        const dt_fmu_variable *v = u->m->variables + known[i];
        double size = is_state(u, v) ? fmax(u->nominal[v->index], fabs(u->row[2 + v->index]))
                                     : fmax(1.0, fabs(*input_of(u, v)));
        largest = fmax(largest, fabs(seed[i]) / size);
    }
    return largest > 0.0 && isfinite(largest) ? exp2(floor(log2(STEP / largest))) : 0.0;
}

/* Move by a length along the seed and evaluate there. Inputs are put back by the caller. */
static int evaluate(unit *u, struct point p, double length, const uint32_t *known, size_t n_known,
                    const double *seed)
{
    const double *g, *switching;
    bool driven = false;
    if (u->model->n_x)
        memcpy(p.x, u->row + 2, (size_t)u->model->n_x * sizeof(double));
    for (size_t i = 0; i < n_known; ++i) {
        const dt_fmu_variable *v = u->m->variables + known[i];
        if (is_state(u, v))
            p.x[v->index] += v->sign * length * seed[i];
        else
            *input_of(u, v) += length * seed[i];
        driven |= !is_state(u, v);
    }
    if (driven)
        dt_renew(u->solver);
    int status = dt_view(u->solver, u->time, p.x, p.row, &g, &switching);
    return status == DT_DONE && dt_rates(u->solver, u->time, p.x, p.rates) != DT_OK ? DT_BLOCK_FAILED : status;
}

static double value_at(const dt_fmu_variable *v, struct point p)
{
    return v->sign * (v->kind == DT_FMU_RATE ? p.rates[v->index] : p.row[2 + v->index]);
}

/* Of a known that is an unknown too. */
static double own_seed(uint32_t reference, const uint32_t *known, size_t n_known, const double *seed)
{
    double sum = 0.0;
    for (size_t i = 0; i < n_known; ++i)
        sum += known[i] == reference ? seed[i] : 0.0;
    return sum;
}

static enum unit_status difference(unit *u, double *memory, double *kept, double length, const uint32_t *known,
                                   size_t n_known, const double *seed)
{
    struct point ahead = point_at(u, memory), behind = point_at(u, memory + point_size(u));
    size_t bytes = (size_t)u->m->n_own * sizeof(double);
    memcpy(kept, u->parameters, bytes);
    int status = evaluate(u, ahead, length, known, n_known, seed);
    memcpy(u->parameters, kept, bytes);
    if (status == DT_DONE)
        status = evaluate(u, behind, -length, known, n_known, seed);
    if (memcmp(u->parameters, kept, bytes) != 0) {
        memcpy(u->parameters, kept, bytes);
        dt_renew(u->solver);
    }
    return status == DT_DONE ? UNIT_OK : unit_say(u, UNIT_DISCARD, "there are no derivatives at this point");
}

enum unit_status unit_derivative(unit *u, const char *call, const uint32_t *unknown, size_t n_unknown,
                                 const uint32_t *known, size_t n_known, const double *seed, double *result)
{
    enum unit_status status = check(u, call, unknown, n_unknown, known, n_known);
    if (status == UNIT_OK)
        status = unit_refresh(u);
    if (status != UNIT_OK)
        return status;
    double length = choose_length(u, known, n_known, seed);
    double *memory = u->allocate(2 * point_size(u) + (size_t)u->m->n_own + 1, sizeof(double));
    if (!memory)
        return unit_say(u, UNIT_ERROR, "no memory for derivatives");
    if (length > 0.0)
        status = difference(u, memory, memory + 2 * point_size(u), length, known, n_known, seed);
    for (size_t i = 0; i < n_unknown && status == UNIT_OK; ++i) {
        const dt_fmu_variable *v = u->m->variables + unknown[i];
        struct point ahead = point_at(u, memory), behind = point_at(u, memory + point_size(u));
        if (v->kind == DT_FMU_INPUT || length == 0.0)
            result[i] = length == 0.0 ? 0.0 : own_seed(unknown[i], known, n_known, seed);
        else
            result[i] = (value_at(v, ahead) - value_at(v, behind)) / (2.0 * length);
    }
    u->release(memory);
    return status;
}

enum unit_status unit_adjoint(unit *u, const char *call, const uint32_t *unknown, size_t n_unknown,
                              const uint32_t *known, size_t n_known, const double *seed, double *result)
{
    enum unit_status status = UNIT_OK;
    double one = 1.0, *column = u->allocate(n_unknown + 1, sizeof(double));
    if (!column)
        return unit_say(u, UNIT_ERROR, "no memory for derivatives");
    for (size_t k = 0; k < n_known && status == UNIT_OK; ++k) {
        status = unit_derivative(u, call, unknown, n_unknown, known + k, 1, &one, column);
        result[k] = 0.0;
        for (size_t i = 0; i < n_unknown && status == UNIT_OK; ++i)
            result[k] += seed[i] * column[i];
    }
    u->release(column);
    return status;
}
