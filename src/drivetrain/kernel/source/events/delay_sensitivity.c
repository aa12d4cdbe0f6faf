/* Sensitivities through delays: recording the changes of delayed expressions, and events at which a discontinuity
 * of one arrives. Such an event moves as the discontinuity did, and as the delay does. */
#include <math.h>
#include <string.h>

#include "events.h"
#include "../discontinuities/discontinuities.h"
#include "../methods/methods.h"
#include "../sensitivity/sensitivity.h"

/* Last coefficients of a piece, relative to the largest changes so far, that are small enough. */
#define SMOOTH 1e-8
#define PIECE_HALVINGS 6
/* Fraction of a piece before a bend at which its end is evaluated: there the changes may jump. */
#define BEFORE_BEND 1e-10

/* -- recording -------------------------------------------------------------------------------------------- */

static int evaluate(dt_solver *s, double t, double *out)
{
    struct sensitivity *w = s->sensitivity;
    dt_find_change(s, t, w->stage);
    dt_interpolate(s, t, w->x);
    return dt_changes_to_delay(s, t, w->x, w->stage, out, NULL);
}

/* From a to b, at which there may be a bend. Returns a dt_code. */
static int record(dt_solver *s, double a, double b, double last, int halvings)
{
    struct sensitivity *w = s->sensitivity;
    double middle = a + 0.5 * (b - a);
    int code = DT_OK;
    for (int j = 0; j <= DEGREE_OF_CHANGE && code == DT_OK; ++j)
        code = evaluate(s, fmin(dt_node_of_change(a, b, j), last), w->node + j * dt_length_of_past(w));
    if (code != DT_OK)
        return code;
    double rough = dt_write_past(w, a, b);
    if (isnan(rough))
        return DT_TOO_LARGE;
    if (!(rough > SMOOTH) || halvings == 0 || !(a < middle && middle < b))
        return DT_OK;
    --w->past.count;
    code = record(s, a, middle, middle, halvings - 1);
    return code ? code : record(s, middle, b, last, halvings - 1);
}

/* Keep the changes along the step just made, in pieces that do not cross the ends of its parts. Returns a
 * dt_code. */
int dt_record_past(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    double start = s->time_start;
    int code = DT_OK;
    if (w->n_delay == 0 || !(w->end > start))
        return code;
    for (int64_t i = 1; i < w->parts.count && code == DT_OK; ++i) {
        double end = w->parts.rows[i * w->parts.width];
        if (end > start && end < w->end) {
            code = record(s, start, end, end - BEFORE_BEND * (end - start), PIECE_HALVINGS);
            start = end;
        }
    }
    return code ? code : record(s, start, w->end, w->end, PIECE_HALVINGS);
}

/* -- arrivals --------------------------------------------------------------------------------------------- */

/* Visit the breaks that arrive at the event that is due: `visit` is told the delay, the break and whether a value
 * jumps there. */
static void visit_arrivals(dt_solver *s, bool jumps, void (*visit)(dt_solver *, int64_t, int64_t, bool *), bool *any)
{
    const struct history *h = &s->history;
    for (int64_t k = 0; k < h->n; ++k)
        for (int64_t i = h->passed[k]; dt_break_arrives(s, k, i, s->time_due); ++i)
            if (dt_break_concerns(s, k, i) && (dt_history_break(h, i)->level == 0) == jumps)
                visit(s, k, i, any);
}

/* Instant of an arrival, in a direction; NAN: there is none. */
static double shift_of(const struct sensitivity *w, int64_t k, int64_t i, int64_t d)
{
    return dt_shifts_of_break(w, i)[d] + w->delay_time[k * w->of->n_direction + d];
}

/* A jump moves the event. */
static void pass_jump(dt_solver *s, int64_t k, int64_t i, bool *any)
{
    struct sensitivity *w = s->sensitivity;
    for (int64_t d = 0; d < w->of->n_direction; ++d) {
        double shift = shift_of(w, k, i, d);
        if (isnan(shift))
            dt_end_direction(w, d, DT_UNKNOWN_ARRIVAL, -1, s->time_due);
        else
            dt_join_shift(s, d, shift, -1, any + d);
    }
}

/* Kinks that move apart do no harm if nothing else happens: neither states nor their rates jump. */
static void pass_kink(dt_solver *s, int64_t k, int64_t i, bool *any)
{
    struct sensitivity *w = s->sensitivity;
    for (int64_t d = 0; d < w->of->n_direction; ++d) {
        double shift = shift_of(w, k, i, d);
        bool apart = isnan(shift) || (any[d] && !dt_moves_alike(s, d, shift));
        if (!any[d])
            w->delay[d] = isnan(shift) ? 0.0 : shift;
        w->apart[d] |= apart;
        any[d] = true;
    }
}

/* The breaks that arrive at the event that is due; `any` tells in which directions its instant is known. */
void dt_pass_jumping_arrivals(dt_solver *s, bool *any) { visit_arrivals(s, true, pass_jump, any); }

/* Kinks come last: where the event also has another cause, its instant must be the same. */
void dt_pass_kinked_arrivals(dt_solver *s, bool *any)
{
    struct sensitivity *w = s->sensitivity;
    int64_t count = w->of->n_direction;
    for (int64_t d = 0; d < count; ++d)
        w->strict[d] = any[d];
    visit_arrivals(s, false, pass_kink, any);
    for (int64_t d = 0; d < count; ++d)
        if (w->strict[d] && w->apart[d]) {
            w->apart[d] = false;
            dt_end_direction(w, d, DT_SIMULTANEOUS, -1, s->time_due);
        }
}
