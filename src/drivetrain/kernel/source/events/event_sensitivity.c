/* Sensitivities through the steps and events of a run.
 *
 * An event moves with the parameters: by -(dg/dp) / (dg/dt) if a crossing function g vanishes there, both along
 * the motion before it. States are then compared at the moved instant, where resets, impulses and locks act on
 * them, and at a fixed instant again afterwards (P. C. Mueller, "Calculation of Lyapunov exponents for dynamic
 * systems with discontinuities", 1995; S. Galan, W. F. Feehery, P. I. Barton, "Parametric sensitivity functions
 * for hybrid discrete/continuous systems", 1999):
 *
 *   moved = s_before + rate_before * delay,   s_after = R(moved) - rate_after * delay */
#include <math.h>
#include <string.h>

#include "events.h"
#include "../contact/contact.h"
#include "../discontinuities/discontinuities.h"
#include "../methods/methods.h"
#include "../model/model.h"
#include "../sensitivity/sensitivity.h"

/* A crossing function that approaches zero slower than this, relative to the terms of its rate, grazes. */
#define GRAZING 1e-7
/* Instants of events that move alike, relative to how they move; the rounding of their terms. */
#define MOVES_ALIKE 1e-6
#define TERM_ROUNDING 1e-9
/* By a change of a usual size, relative to the whole run, an instant that moves less than this stays. */
#define STAYS 1e-12
/* Speed of an element that locks, relative to the terms of its change: beyond it locks by chance. */
#define BY_CHANCE 1e-3
/* Error of a step, relative to the largest changes and in tolerances of the states, that is small enough. */
#define RESOLVED 300.0
#define FINEST 1e-6
/* Jump of a derivative, relative to its magnitude, that is not the uncertainty of the instant. */
#define RATE_JUMP 1e-6

static int64_t directions(const struct sensitivity *w) { return w->of->n_direction; }

static double *row_of_time(const struct sensitivity *w, double *change)
{
    return change + w->of->n_row * directions(w);
}

/* Changes of the states at time t within the step, or at the present point if there is none. */
void dt_find_change(dt_solver *s, double t, double *out)
{
    struct sensitivity *w = s->sensitivity;
    const double *known = NULL;
    int code = DT_OK;
    if (!w->step_known || t <= s->time_start)
        known = w->now;
    else if (t >= w->end)
        known = w->next;
    if (known)
        memcpy(out, known, (size_t)(w->of->n_row * directions(w)) * sizeof *out);
    else if (w->parts.count)
        dt_read_part(w, t, out);
    else
        code = dt_bs5_sensitivity_at(s, t, out);
    if (code != DT_OK)
        dt_end_all_directions(w, DT_NO_SLOPE, -1, t);
}

/* -- steps ------------------------------------------------------------------------------------------------ */

/* Derivatives at the start of a step that differ from those at the end of the last one, without an event. */
static void judge_rates(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    double jump = 0.0, size = 0.0;
    for (int64_t i = 0; w->may_jump && i < s->model.n_x; ++i) {
        jump = fmax(jump, fabs(s->k[0][i] - w->flow[i]) - RATE_JUMP * fabs(w->flow[i]));
        size = fmax(size, fabs(w->flow[i]));
    }
    if (!(jump <= RATE_JUMP * size))
        dt_pass_jump(s, s->time_start, s->x, w->flow, s->k[0], w->side_before, s->branches.branch, w->now);
    w->may_jump = false;
}

/* The states after the last event, from the derivatives with which the run continues. */
static void settle(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    int64_t k = directions(w);
    bool differ = false;
    for (int64_t i = 0; i < w->of->n_row; ++i) {
        differ |= s->k[0][i] != w->flow[i];
        for (int64_t d = 0; d < k; ++d)
            if (w->verdicts[d].code == DT_DIFFERENTIABLE)
                w->now[i * k + d] = w->moved[i * k + d] - s->k[0][i] * w->delay[d];
    }
    size_t size = (size_t)(w->of->n_row * k) * sizeof(double);
    if (differ && w->rows.count && size)
        memcpy(w->rows.rows + w->rows.width * (w->rows.count - 1) + s->n_all_rel, w->now, size);
    w->unsettled = false;
}

/* From the start of the step to its end. Returns a dt_code. */
static int advance_changes(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    double enough = s->model.n_x ? fmax(RESOLVED * s->settings.rtol[0], FINEST) : INFINITY;
    w->parts.count = 0;
    for (int64_t d = 0; d < directions(w); ++d)
        w->shift[d] = NAN;
    memcpy(w->base, w->now, (size_t)(w->of->n_row * directions(w)) * sizeof(double));
    if (dt_passes_bend(s))
        return dt_piecewise_sensitivity(s, enough);
    if (s->model.n_switching)
        memcpy(w->side, s->branches.branch, (size_t)s->model.n_switching * sizeof(double));
    if (s->stiff_step)
        return dt_unbent_sensitivity(s, enough);
    int code = dt_bs5_sensitivity(s);
    if (code == DT_OK && !(dt_bs5_sensitivity_error(s) <= enough))
        return dt_piecewise_sensitivity(s, enough);
    return code == DT_OK && w->end < s->time_end ? dt_bs5_sensitivity_at(s, w->end, w->next) : code;
}

/* A step was accepted, and not yet committed. */
static void pass_step(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    if (w->unsettled)
        settle(s);
    judge_rates(s);
    w->step_known = true;
    w->end = s->event_due || s->load_reversal.due ? s->time_due : s->time_end;
    if (advance_changes(s) != DT_OK || dt_record_past(s) != DT_OK)
        dt_end_all_directions(w, DT_NO_SLOPE, -1, s->time_start);
}

/* The derivatives at the end of the step that was committed, and their branches: those of its stages, which have
 * been exchanged, or of the last of its parts. */
static void note_end(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    size_t size = (size_t)s->model.n_switching * sizeof(double);
    const double *kept = w->io.branch;
    memcpy(w->side_before, w->parts.count ? w->side : s->branches.branch, size);
    memcpy(w->flow, s->k[0], (size_t)s->n * sizeof(double));
    if (w->parts.count == 0 || s->model.n_switching == 0)
        return;
    w->io.branch = w->side_before;
    w->may_jump = dt_rates_beside(s, s->time, s->x, w->flow) == DT_OK;
    w->io.branch = kept;
}

/* Where delayed expressions are not smooth. */
static void keep_breaks(dt_solver *s)
{
    if (dt_keep_breaks(s) != DT_OK)
        dt_end_all_directions(s->sensitivity, DT_NO_SLOPE, -1, s->time);
}

/* The step was committed, up to the present time. */
static void pass_end(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    bool whole = s->time >= s->time_end;
    memcpy(w->now, w->next, (size_t)(w->of->n_row * directions(w)) * sizeof(double));
    dt_end_undefined(w, w->now, s->time);
    for (int64_t i = 0; i < w->of->n_row * directions(w); ++i)
        w->largest[i] = fmax(w->largest[i], fabs(w->now[i]));
    w->first_known = whole && s->derivative_ready && w->parts.count == 0;
    if (w->first_known) {
        double *first = w->rate[0];
        w->rate[0] = w->rate[STAGES - 1];
        w->rate[STAGES - 1] = first;
    }
    w->may_jump = whole && !s->derivative_ready;
    if (w->may_jump)
        note_end(s);
    w->step_known = false;
    if (s->branches.lasted)
        keep_breaks(s);
}

/* -- events ----------------------------------------------------------------------------------------------- */

/* Change of the instant at which quantity i is zero, or whose value is the instant; and its rounding. Returns
 * whether it exists. */
struct delay {
    double value, noise;
    bool exists;
};

static struct delay delay_of_crossing(dt_solver *s, int64_t i, int64_t d)
{
    struct sensitivity *w = s->sensitivity;
    const dt_slopes *of = w->of->crossings;
    const double *slope = w->slope + of->first;
    double rate = 0.0, terms = 0.0, change = 0.0;
    for (int64_t e = of->ptr[i]; e < of->ptr[i + 1]; ++e) {
        int64_t c = of->column[e];
        double along = c < w->n_state ? slope[e] * w->flow[c] : c == w->of->n_row ? slope[e] : 0.0;
        double by = dt_row_of_change(w, w->now, c)[d];
        rate += along;
        terms += fabs(along);
        change += by != 0.0 ? slope[e] * by : 0.0;
    }
    double size = dt_size_of_terms(w, of, i, w->now, d);
    if (change == 0.0 && size == 0.0)
        return (struct delay){0.0, 0.0, true};
    return (struct delay){-change / rate, TERM_ROUNDING * size / fabs(rate), fabs(rate) > GRAZING * terms};
}

static double alike(const dt_solver *s, int64_t d, double shift, double noise)
{
    const struct sensitivity *w = s->sensitivity;
    double bound = MOVES_ALIKE * fmax(fabs(shift), fabs(w->delay[d])) + noise + w->noise[d];
    return bound + STAYS * s->settings.span / w->of->sizes[d];
}

/* Does an instant move as that of the event so far? */
bool dt_moves_alike(const dt_solver *s, int64_t d, double shift)
{
    double noise = TERM_ROUNDING * fabs(shift);
    return fabs(shift - s->sensitivity->delay[d]) <= alike(s, d, shift, noise);
}

/* Combine the change of an instant with those of the same event so far. */
static void join(dt_solver *s, int64_t d, struct delay one, int64_t part, bool *any)
{
    struct sensitivity *w = s->sensitivity;
    double apart = fabs(one.value - w->delay[d]);
    if (!one.exists)
        dt_end_direction(w, d, DT_GRAZING, part, s->time_due);
    else if (*any && !(apart <= alike(s, d, one.value, one.noise)))
        dt_end_direction(w, d, DT_SIMULTANEOUS, part, s->time_due);
    if (!*any || one.noise < w->noise[d]) {
        w->delay[d] = one.value;
        w->noise[d] = one.noise;
    }
    *any = true;
}

/* The same of an instant that is known without a crossing function. */
void dt_join_shift(dt_solver *s, int64_t d, double shift, int64_t part, bool *any)
{
    join(s, d, (struct delay){shift, TERM_ROUNDING * fabs(shift), true}, part, any);
}

static bool is_due(const dt_solver *s, int64_t i)
{
    return s->io.t_event[i] == s->time_due && s->rel[s->model.n_rel + i] == 0.0;
}

/* Relations that cross without effect do so some time during the step, unless there are no others. */
static bool crosses_now(const dt_solver *s, int64_t i, bool all)
{
    return s->mode_search.triggered[i] && (all || !s->crossing.inert[i]);
}

static bool only_inert(const dt_solver *s)
{
    for (int64_t i = 0; i < s->model.n_rel; ++i)
        if (crosses_now(s, i, false))
            return false;
    return true;
}

/* How the instants of the relations move that cross. Returns a dt_code. */
static int pass_crossings(dt_solver *s, bool *any, int64_t *cause)
{
    struct sensitivity *w = s->sensitivity;
    int code = dt_evaluate_slopes(s, w->of->crossings, s->time_due, s->x_point);
    bool all = only_inert(s);
    for (int64_t i = 0; i < s->model.n_rel; ++i)
        if (crosses_now(s, i, all)) {
            for (int64_t d = 0; d < directions(w); ++d)
                join(s, d, delay_of_crossing(s, i, d), i, any + d);
            *cause = *cause < 0 ? i : *cause;
        }
    return code;
}

/* The same of relations in time, and of clocks, which do not move. */
static int pass_schedule(dt_solver *s, bool *any, int64_t *cause)
{
    struct sensitivity *w = s->sensitivity;
    int code = dt_evaluate_slopes(s, w->of->events, s->time_due, s->x_point);
    for (int64_t i = 0; i < s->model.n_time_rel; ++i)
        if (is_due(s, i)) {
            dt_apply_slopes(w, w->of->events, i, 1, w->now, w->rate[0]);
            for (int64_t d = 0; d < directions(w); ++d)
                dt_join_shift(s, d, w->rate[0][d], s->model.n_rel + i, any + d);
            *cause = *cause < 0 ? s->model.n_rel + i : *cause;
        }
    for (int64_t i = 0; i < s->model.n_sample; ++i)
        for (int64_t d = 0; dt_ticks_at(s, i, s->time_due) && d < directions(w); ++d)
            dt_join_shift(s, d, 0.0, -1, any + d);
    return code;
}

/* How the instant of the event moves. Returns a dt_code. */
static int find_delay(dt_solver *s, int64_t *cause)
{
    struct sensitivity *w = s->sensitivity;
    int64_t k = directions(w);
    bool *any = w->any;
    int code = DT_OK;
    *cause = -1;
    for (int64_t d = 0; d < k; ++d) {
        w->delay[d] = w->noise[d] = 0.0;
        any[d] = w->apart[d] = false;
    }
    if (s->crossing_due)
        code = pass_crossings(s, any, cause);
    if (code == DT_OK && s->scheduled_event && s->time_due == s->scheduled)
        code = pass_schedule(s, any, cause);
    dt_pass_jumping_arrivals(s, any);
    dt_pass_kinked_arrivals(s, any);
    for (int64_t d = 0; d < k; ++d)
        if (!any[d])
            dt_end_direction(w, d, DT_FORCED_EVENT, -1, s->time_due);
    return code;
}

static void note_event(dt_solver *s, int64_t cause)
{
    struct sensitivity *w = s->sensitivity;
    double *row = dt_write_one(&w->events);
    if (!row)
        return;
    row[0] = s->time_due;
    row[1] = (double)cause;
    for (int64_t d = 0; d < directions(w); ++d)
        row[2 + d] = w->verdicts[d].code == DT_DIFFERENTIABLE && !w->apart[d] ? w->delay[d] : NAN;
}

/* An event is due at x_point: compare the states at its moved instant. */
void dt_begin_event_sensitivity(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    int64_t k = directions(w), cause = -1;
    double *time = row_of_time(w, w->now);
    dt_find_change(s, s->time_due, w->stage);
    memcpy(w->now, w->stage, (size_t)(w->of->n_row * k) * sizeof(double));
    int code = dt_rates_beside(s, s->time_due, s->x_point, w->flow);
    if (code == DT_OK)
        code = find_delay(s, &cause);
    if (code != DT_OK)
        dt_end_all_directions(w, DT_NO_SLOPE, -1, s->time_due);
    note_event(s, cause);
    for (int64_t d = 0; d < k; ++d)
        time[d] = w->delay[d];
    for (int64_t i = 0; i < w->of->n_row; ++i)
        for (int64_t d = 0; d < k; ++d)
            w->now[i * k + d] += w->flow[i] * w->delay[d];
    if (s->model.n_z)
        memcpy(w->z, s->z, (size_t)s->model.n_z * sizeof(double));
    for (int64_t i = 0; i < s->model.n_lock; ++i)
        w->was_locked[i] = dt_is_locked(s, i);
    w->step_known = w->first_known = w->may_jump = false;
}

static bool any_reset(const dt_solver *s)
{
    bool any = false;
    for (int64_t i = 0; i < s->model.n_reinit; ++i)
        any |= s->io.reinit_on[i] != 0.0;
    return any;
}

/* States that are set to new values, in the pass at hand. */
void dt_reset_sensitivity(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    int64_t k = directions(w), first = s->model.n_time_rel;
    const double *z = w->io.z;
    if (!any_reset(s))
        return;
    w->io.z = s->io.z_out;
    int code = dt_evaluate_slopes(s, w->of->events, s->time, s->x);
    w->io.z = z;
    memcpy(w->stage, w->now, (size_t)(w->of->n_row * k) * sizeof(double));
    for (int64_t i = 0; i < s->model.n_reinit; ++i)
        if (s->io.reinit_on[i] != 0.0)
            dt_apply_slopes(w, w->of->events, first + i, 1, w->now, w->stage + s->model.reinit_state[i] * k);
    memcpy(w->now, w->stage, (size_t)(w->of->n_row * k) * sizeof(double));
    if (code != DT_OK)
        dt_end_all_directions(w, DT_NO_SLOPE, -1, s->time);
}

/* Discrete reals that are set in the pass at hand. They may depend on each other, in any order. */
void dt_latch_sensitivity(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    const dt_sensitivity *of = w->of;
    const double *z = w->io.z;
    int64_t k = directions(w), set = 0;
    double *row = dt_latched_rows(w, w->now);
    for (int64_t i = 0; i < of->n_latched; ++i)
        set += !dt_same(s->io.z_out[of->latched[i]], s->pre[of->latched[i]]);
    if (!set)
        return;
    w->io.z = s->io.z_out;
    if (dt_evaluate_slopes(s, of->latches, s->time, s->x) != DT_OK)
        dt_end_all_directions(w, DT_NO_SLOPE, -1, s->time);
    w->io.z = z;
    for (int64_t round = 0; round < set; ++round)
        for (int64_t i = 0; i < of->n_latched; ++i)
            if (!dt_same(s->io.z_out[of->latched[i]], s->pre[of->latched[i]]))
                dt_apply_slopes(w, of->latches, i, 1, w->now, row + i * k);
    memcpy(row + of->n_latched * k, row, (size_t)(of->n_latched * k) * sizeof *row);
}

/* Another discrete real that was set at the event: what follows from its change is not known. */
static void judge_latched(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    for (int64_t i = 0; i < w->of->n_imposed; ++i) {
        int64_t number = w->of->imposed[i];
        if (!dt_same(s->z[number], w->z[number]))
            dt_end_all_directions(w, DT_LATCHED, number, s->time);
    }
}

/* Changes of the speed of a lock, which has to vanish: what is left is rounding, unless it locks by chance. */
static void judge_speed(dt_solver *s, int64_t lock, const double *speed)
{
    struct sensitivity *w = s->sensitivity;
    int64_t first = s->model.n_time_rel + s->model.n_reinit;
    for (int64_t d = 0; d < directions(w); ++d) {
        double size = dt_size_of_terms(w, w->of->events, first + lock, w->now, d);
        double before = dt_size_of_terms(w, w->of->events, first + lock, w->stage, d);
        if (!w->was_locked[lock] && fabs(speed[d]) > BY_CHANCE * fmax(size, before))
            dt_end_direction(w, d, DT_LOCKS_MOVING, lock, s->time);
    }
}

/* Move the states as the run does when it sets the speeds of locks to zero. */
static void project(dt_solver *s, int64_t d)
{
    struct sensitivity *w = s->sensitivity;
    struct locks *h = &s->locks;
    int64_t k = directions(w), first = s->model.n_time_rel + s->model.n_reinit;
    for (int64_t i = 0; i < h->n_direct; ++i)
        w->now[h->resting[i] * k + d] = 0.0;
    if (!h->known || h->n_rows == 0)
        return;
    for (int64_t i = 0; i < s->model.n_x; ++i)
        w->column[i] = w->now[i * k + d];
    for (int64_t r = 0; r < h->n_rows; ++r) {
        const dt_slopes *of = w->of->events;
        double sum = 0.0;
        for (int64_t e = of->ptr[first + h->rows[r]]; h->active[r] && e < of->ptr[first + h->rows[r] + 1]; ++e)
            sum += w->slope[of->first + e] * dt_row_of_change(w, w->now, of->column[e])[d];
        h->speed[r] = sum;
    }
    dt_correct_states(s, w->column);
    for (int64_t i = 0; i < s->model.n_x; ++i)
        w->now[i * k + d] = w->column[i];
}

static void lock(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    int64_t k = directions(w), first = s->model.n_time_rel + s->model.n_reinit;
    bool any = false;
    for (int64_t i = 0; i < s->model.n_lock; ++i)
        any |= dt_is_locked(s, i);
    if (!any)
        return;
    if (dt_evaluate_slopes(s, w->of->events, s->time, s->x) != DT_OK)
        dt_end_all_directions(w, DT_NO_SLOPE, -1, s->time);
    for (int64_t i = 0; i < s->model.n_lock; ++i)
        if (dt_is_locked(s, i)) {
            dt_apply_slopes(w, w->of->events, first + i, 1, w->now, w->rate[0]);
            judge_speed(s, i, w->rate[0]);
        }
    for (int64_t d = 0; d < k; ++d)
        project(s, d);
}

/* The event is over: compare the states at a fixed instant again. */
static void end_event(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    int64_t k = directions(w);
    judge_latched(s);
    dt_spread_latched(w);
    if (!w->of->seeks_start)
        lock(s);
    memcpy(w->moved, w->now, (size_t)(w->of->n_row * k) * sizeof(double));
    if (dt_rates_beside(s, s->time, s->x, w->flow) != DT_OK)
        dt_end_all_directions(w, DT_NO_SLOPE, -1, s->time);
    for (int64_t i = 0; i < w->of->n_row; ++i)
        for (int64_t d = 0; d < k; ++d)
            w->now[i * k + d] -= w->flow[i] * w->delay[d];
    memset(row_of_time(w, w->now), 0, (size_t)k * sizeof(double));
    dt_end_undefined(w, w->now, s->time);
    w->unsettled = true;
    for (int64_t d = 0; d < k; ++d)
        w->shift[d] = w->apart[d] ? NAN : w->delay[d];
    keep_breaks(s);
}

/* The initial event is over; its instant does not move. */
void dt_end_start_sensitivity(dt_solver *s)
{
    end_event(s);
    dt_begin_past(s);
}

/* -- the run ---------------------------------------------------------------------------------------------- */

/* The delayed values at time t: their changes, themselves and their rates. */
static void write_past(dt_solver *s, double t, double *row)
{
    const struct sensitivity *w = s->sensitivity;
    size_t size = (size_t)dt_length_of_past(w);
    dt_io io = {.time = t, .history = &s->history};
    if (size == 0)
        return;
    dt_read_past(s, t);
    memcpy(row, w->delayed, size * sizeof *row);
    row += size;
    for (int64_t k = 0; k < w->n_delay; ++k) {
        row[k] = dt_delay(&io, k, s->settings.delay_longest[k]);
        row[w->n_delay + k] = dt_delay_rate(&io, k, s->settings.delay_longest[k]);
    }
}

/* The relations, and the changes at the present point; delayed values at time t. */
static void write_present(dt_solver *s, double t, double *row)
{
    const struct sensitivity *w = s->sensitivity;
    size_t states = (size_t)(w->of->n_row * directions(w)), latched = (size_t)(w->of->n_latched * directions(w));
    double *past = row + s->n_all_rel + states + latched;
    memcpy(row, s->rel, (size_t)s->n_all_rel * sizeof(double));
    memcpy(row + s->n_all_rel, w->now, states * sizeof(double));
    if (latched)
        memcpy(row + s->n_all_rel + states, dt_latched_rows(w, w->now), latched * sizeof(double));
    write_past(s, t, past);
}

void dt_sensitivity_present(dt_solver *s, double *row) { write_present(s, s->time, row); }

static void write_rows(dt_solver *s, const double *rows, int64_t count)
{
    struct sensitivity *w = s->sensitivity;
    for (int64_t i = 0; i < count; ++i, rows += dt_row_length(s)) {
        double *row = dt_write_one(&w->rows);
        int flag = (int)rows[1] % DT_SCHEDULED;
        if (!row)
            return;
        write_present(s, rows[0], row);
        if (flag == DT_REGULAR || flag == DT_LEFT)
            dt_find_change(s, rows[0], row + s->n_all_rel);
    }
}

/* The run has passed a phase, and has written some rows. */
void dt_follow_sensitivity(dt_solver *s, int before, const double *rows, int64_t count)
{
    if (before == PHASE_STEP && s->phase == PHASE_OUTPUT)
        pass_step(s);
    else if (before == PHASE_OUTPUT && (s->phase == PHASE_STEP || s->phase == PHASE_FINISHED))
        pass_end(s);
    else if (before == PHASE_EVENT && s->phase == PHASE_RIGHT_ROW)
        end_event(s);
    write_rows(s, rows, count);
}
