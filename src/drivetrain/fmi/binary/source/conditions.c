/* Consistent start: Newton's method for the conditions on values other than states.
 *
 * The start that the unit was made with is the guess. Every evaluation solves the first event, so that modes
 * belong to the motion found. */
#include <math.h>
#include <string.h>

#include "dt_services.h"
#include "unit.h"

#define MOST_ITERATIONS 30
#define AGREE 1e-9      /* residual that counts as met, in units of the scale */
#define EXACT 1e-14
#define LEAST_STEP 0x1p-10

struct search {
    unit *u;
    int64_t m, n;         /* conditions with a scale, states that may move */
    int64_t *state;       /* [n] these states */
    double *row, *rates;  /* of a probe */
    double *residual, *moved; /* [m] */
    double *slope;        /* [m][n] */
    double *matrix, *step, *before; /* [n][n], [n], [n] */
};

/* How far a value may be from that of a condition. What an initial equation reads may differ by rounding only. */
static double tolerance_of(const dt_fmu_condition *c, double wanted)
{
    return c->scale > 0.0 ? AGREE * c->scale : EXACT * fmax(fabs(wanted), 1.0);
}

static double value_at(const struct search *s, int64_t column)
{
    int64_t values = unit_row_length(s->u) - 2;
    return column < values ? s->row[2 + column] : s->rates[column - values];
}

static int probe(struct search *s, bool nearby, double *residual)
{
    unit *u = s->u;
    int status = (nearby ? dt_probe_nearby : dt_probe)(u->solver, u->start_time, u->x0, u->z0, s->row, s->rates);
    int64_t i = 0;
    for (int64_t k = 0; status == DT_DONE && k < u->m->n_conditions; ++k) {
        const dt_fmu_condition *c = u->m->conditions + k;
        if (c->scale > 0.0)
            residual[i++] = (value_at(s, c->column) - u->condition[k]) / c->scale;
    }
    return status;
}

static double largest(const double *v, int64_t n)
{
    double found = 0.0;
    for (int64_t i = 0; i < n; ++i)
        found = isnan(v[i]) || fabs(v[i]) > found ? fabs(v[i]) : found;
    return found;
}

/* Differences over powers of two, so that linear conditions are exact. */
static int find_slopes(struct search *s)
{
    int status = DT_DONE;
    for (int64_t j = 0; status == DT_DONE && j < s->n; ++j) {
        double *x = s->u->x0 + s->state[j], before = *x;
        double size = fmax(fabs(before), s->u->nominal[s->state[j]]);
        double step = LEAST_STEP * exp2(ceil(log2(size)));
        *x = before + step;
        status = probe(s, true, s->moved);
        *x = before;
        for (int64_t i = 0; i < s->m; ++i)
            s->slope[i * s->n + j] = (s->moved[i] - s->residual[i]) / step;
    }
    return status;
}

/* The shortest step in units of the nominal values that reduces the residuals most: normal equations. */
static int make_step(struct search *s)
{
    const double *nominal = s->u->nominal;
    memset(s->before, 0, (size_t)s->n * sizeof(double));
    for (int64_t j = 0; j < s->n; ++j) {
        s->step[j] = 0.0;
        for (int64_t i = 0; i < s->m; ++i)
            s->step[j] -= s->slope[i * s->n + j] * nominal[s->state[j]] * s->residual[i];
        for (int64_t k = 0; k < s->n; ++k) {
            double sum = 0.0;
            for (int64_t i = 0; i < s->m; ++i)
                sum += s->slope[i * s->n + j] * s->slope[i * s->n + k];
            s->matrix[j * s->n + k] = sum * nominal[s->state[j]] * nominal[s->state[k]];
        }
    }
    int code = dt_solve(s->n, s->matrix, s->step, s->before);
    for (int64_t j = 0; code == DT_OK && j < s->n; ++j)
        s->u->x0[s->state[j]] += s->step[j] * nominal[s->state[j]];
    return code;
}

static enum unit_status not_met(struct search *s)
{
    unit *u = s->u;
    unit_begin(u);
    unit_text(u, "no start was found that meets the conditions; missed:");
    for (int64_t k = 0, i = 0; k < u->m->n_conditions; ++k) {
        const dt_fmu_condition *c = u->m->conditions + k;
        double missed = c->scale > 0.0 ? s->residual[i++] * c->scale : value_at(s, c->column) - u->condition[k];
        if (fabs(missed) <= tolerance_of(c, u->condition[k]))
            continue;
        unit_text(u, " ");
        unit_text(u, unit_word(u, c->text));
        unit_text(u, " by ");
        unit_number(u, missed);
        unit_text(u, ";");
    }
    return unit_tell(u, UNIT_ERROR, UNIT_LOG_ERRORS);
}

/* What initial equations read has to be what it was when they were solved. */
static bool reads_stay(struct search *s)
{
    for (int64_t k = 0; k < s->u->m->n_conditions; ++k) {
        const dt_fmu_condition *c = s->u->m->conditions + k;
        double wanted = s->u->condition[k], missed = value_at(s, c->column) - wanted;
        if (c->scale == 0.0 && !(fabs(missed) <= tolerance_of(c, wanted)))
            return false;
    }
    return true;
}

static enum unit_status seek(struct search *s)
{
    double best = INFINITY;
    int status = probe(s, false, s->residual);
    for (int k = 0; status == DT_DONE && k < MOST_ITERATIONS; ++k) {
        double size = largest(s->residual, s->m);
        if (!(size > EXACT) || (size >= best && best <= AGREE))
            break;
        best = fmin(best, size);
        if (s->n == 0 || find_slopes(s) != DT_DONE || make_step(s) != DT_OK)
            break;
        status = probe(s, false, s->residual);
    }
    if (status != DT_DONE)
        return unit_failed(s->u, "the first instant could not be solved");
    return largest(s->residual, s->m) <= AGREE && reads_stay(s) ? UNIT_OK : not_met(s);
}

static void count(struct search *s)
{
    unit *u = s->u;
    for (int64_t k = 0; k < u->m->n_conditions; ++k)
        s->m += u->m->conditions[k].scale > 0.0;
    for (int64_t i = 0; i < u->model->n_x; ++i)
        s->n += u->m->moves[i];
}

static bool lay_out(struct search *s, void *memory)
{
    unit *u = s->u;
    double *at = memory;
    s->row = at;
    s->rates = s->row + unit_row_length(u);
    s->residual = s->rates + u->model->n_x + u->model->n_q;
    s->moved = s->residual + s->m;
    s->slope = s->moved + s->m;
    s->matrix = s->slope + s->m * s->n;
    s->step = s->matrix + s->n * s->n;
    s->before = s->step + s->n;
    s->state = (int64_t *)(s->before + s->n);
    int64_t count = 0;
    for (int64_t i = 0; memory && i < u->model->n_x; ++i)
        if (u->m->moves[i])
            s->state[count++] = i;
    return memory;
}

enum unit_status unit_meet_conditions(unit *u)
{
    struct search s = {.u = u};
    if (u->m->n_conditions == 0 || !(u->tuned || u->moved))
        return UNIT_OK;
    count(&s);
    int64_t size = unit_row_length(u) + u->model->n_x + u->model->n_q + 2 * s.m + s.m * s.n + s.n * s.n + 3 * s.n;
    void *memory = u->allocate((size_t)size + 1, sizeof(double));
    if (!lay_out(&s, memory))
        return unit_say(u, UNIT_ERROR, "no memory to solve for the start");
    enum unit_status status = seek(&s);
    u->release(memory);
    return status;
}
