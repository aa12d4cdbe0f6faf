/* Whether what broke away at an event could have held.
 *
 * Elements at rest let go when they need more than their limit. Modes of several elements are found together,
 * and "holds" and "has begun to slide" can both agree with the equations where the limit at rest is above that
 * of sliding; only the first one is right then. After an event each element that held at it, or just before, and
 * does no longer is therefore tried at rest once more: its own modes and relations as they were while it held,
 * everything else as it has become. From there they go on as in an event, first the rest of the model being
 * frozen, then with it. If all come to agree with the element still locked, clearly below each limit, and it then
 * moves otherwise than it does now, there was a solution in which it holds, and it should not have broken away.
 *
 * Several that let go at once are put to rest together as well: each may need more than its limit only because
 * the others let go.
 *
 * An element that waits at its limit while others hold its motion moves as it would if it held: how they share
 * the load is no question of breaking away.
 *
 * What is tried is written to places of its own, so the run is the same to the last bit. It takes no more than a
 * small part of the evaluations of the run; break-aways beyond that are counted, not checked. */
#include <math.h>
#include <string.h>

#include "internal.h"

/* Evaluations that checks may take anyway, and one of so many that the run has taken. */
#define EVALUATIONS_FREE 16
#define EVALUATIONS_PART 64
/* Rounds in which the modes of one element settle or do not. */
#define ROUNDS 12
/* The same of all together. */
#define ROUNDS_OF_ALL 32
/* Of the largest load around: a load this far below its limit is clearly below it. */
#define CLEAR 1e-9
/* Of the largest derivative: what differs by less moves alike. */
#define ALIKE 1e-9
/* Of the largest state: how far is looked along the derivatives. */
#define PART_OF_STATES 1e-3

/* What is known of an element. */
enum { MOVED, HELD, RIGHT_ALONE };

static int64_t n_relations(const dt_solver *s)
{
    return s->model.hold_release_ptr ? s->model.hold_release_ptr[s->model.n_hold] : 0;
}

/* Elements that nothing can break away, and those whose speed is given, are of no interest. */
static bool may_break(const dt_solver *s, int64_t hold)
{
    const dt_model *m = &s->model;
    return m->hold_release_ptr[hold] < m->hold_release_ptr[hold + 1] && m->hold_ptr[hold] < m->hold_ptr[hold + 1];
}

static void copy(double *to, const double *from, int64_t count)
{
    if (count)
        memcpy(to, from, (size_t)count * sizeof *to);
}

/* To be called once, when everything else is ready. */
void dt_prepare_break_away(dt_solver *s)
{
    struct break_away *b = &s->break_away;
    b->on = n_relations(s) > 0;
    if (b->on)
        copy(b->factors, s->io.factors, s->model.n_factors);
}

/* A run begins. */
void dt_reset_break_away(dt_solver *s)
{
    struct break_away *b = &s->break_away;
    b->found = (dt_break_away){.hold = -1, .time = NAN, .margin = NAN, .limit = NAN};
    b->spent = b->next = 0;
}

/* An event begins, its relations still being those of before: what is locked held until now. */
void dt_begin_break_away(dt_solver *s, const double *shares)
{
    struct break_away *b = &s->break_away;
    if (!b->on)
        return;
    copy(b->z_held, s->z, s->model.n_z);
    copy(b->rel_held, s->rel, s->n_all_rel);
    copy(b->shares, shares, s->model.n_memory);
    for (int64_t hold = 0; hold < s->model.n_hold; ++hold)
        b->held[hold] = dt_is_locked(s, hold) ? HELD : MOVED;
}

/* Keep the modes with which an element holds in the pass just made. */
static void keep_modes(dt_solver *s, int64_t hold)
{
    const dt_model *m = &s->model;
    struct break_away *b = &s->break_away;
    for (int64_t i = m->hold_mode_ptr[hold]; i < m->hold_mode_ptr[hold + 1]; ++i)
        b->z_held[m->hold_mode[i]] = s->io.z_out[m->hold_mode[i]];
    for (int64_t i = m->hold_release_ptr[hold]; i < m->hold_release_ptr[hold + 1]; ++i)
        b->rel_held[m->hold_release[i]] = s->rel[m->hold_release[i]];
    b->held[hold] = HELD;
}

static double speed(const dt_solver *s, int64_t hold)
{
    return dt_value(s, s->model.hold_speed[hold]);
}

/* Is nothing left of its speed but rounding? */
static bool at_rest(const dt_solver *s, int64_t hold)
{
    return fabs(speed(s, hold)) <= dt_speed_rounding(s);
}

/* After a pass: what came to rest at this very event held, too. */
void dt_note_held(dt_solver *s)
{
    struct break_away *b = &s->break_away;
    for (int64_t hold = 0; b->on && hold < s->model.n_hold; ++hold)
        if (!b->held[hold] && s->io.z_out[s->model.hold_locked[hold]] != 0.0 && at_rest(s, hold))
            keep_modes(s, hold);
}

/* Evaluate everything on trial; `b->z` and `b->rel` are what it starts from. Returns a dt_code. */
static int evaluate_at(dt_solver *s, dt_io *io, const double *x)
{
    struct break_away *b = &s->break_away;
    ++b->spent;
    *io = s->crossing.io;
    io->pre = io->z = b->z;
    io->rel = b->rel;
    io->memory = b->memory;
    io->factors = b->factors;
    io->longest_step = &b->longest_step;
    io->time = s->time;
    io->x = x;
    io->failed_block = -1;
    for (int64_t i = 0; i < s->model.n_memory; ++i)
        b->memory[i] = s->model.shares[i] ? b->shares[i] : s->io.memory[i];
    return s->model.full(io);
}

static int evaluate(dt_solver *s, dt_io *io) { return evaluate_at(s, io, s->x); }

static bool is_locked(const dt_solver *s, const dt_io *io, int64_t hold)
{
    return io->z_out[s->model.hold_locked[hold]] != 0.0;
}

/* Begin with the modes of now. */
static void begin_trial(dt_solver *s)
{
    struct break_away *b = &s->break_away;
    copy(b->z, s->z, s->model.n_z);
    copy(b->rel, s->rel, s->n_all_rel);
}

/* Give an element the modes with which it held. */
static void put_to_rest(dt_solver *s, int64_t hold)
{
    const dt_model *m = &s->model;
    struct break_away *b = &s->break_away;
    for (int64_t i = m->hold_mode_ptr[hold]; i < m->hold_mode_ptr[hold + 1]; ++i)
        b->z[m->hold_mode[i]] = b->z_held[m->hold_mode[i]];
    for (int64_t i = m->hold_release_ptr[hold]; i < m->hold_release_ptr[hold + 1]; ++i)
        b->rel[m->hold_release[i]] = b->rel_held[m->hold_release[i]];
}

/* Let relations of the element follow the evaluation at hand; returns whether one has changed. */
static bool follow_relations(dt_solver *s, const dt_io *io, int64_t hold)
{
    const dt_model *m = &s->model;
    struct break_away *b = &s->break_away;
    bool changed = false;
    for (int64_t i = m->hold_release_ptr[hold]; i < m->hold_release_ptr[hold + 1]; ++i) {
        int64_t k = m->hold_release[i];
        double value = dt_relation_value(s, k, io->g[k]);
        if (value == b->rel[k] || fabs(io->g[k]) <= s->settings.event_noise)
            continue;
        b->rel[k] = value;
        changed = true;
    }
    return changed;
}

/* The same for its modes, once the relations agree: as a pass of an event. */
static bool follow_modes(dt_solver *s, const dt_io *io, int64_t hold)
{
    const dt_model *m = &s->model;
    struct break_away *b = &s->break_away;
    bool changed = false;
    for (int64_t i = m->hold_mode_ptr[hold]; i < m->hold_mode_ptr[hold + 1]; ++i) {
        int64_t d = m->hold_mode[i];
        changed = changed || !dt_same(b->z[d], io->z_out[d]);
        b->z[d] = io->z_out[d];
    }
    return changed;
}

/* Would the element stay locked? What cannot be evaluated cannot hold. */
static bool stays_locked(dt_solver *s, int64_t hold, dt_io *io)
{
    begin_trial(s);
    put_to_rest(s, hold);
    for (int round = 0; round < ROUNDS; ++round) {
        if (evaluate(s, io) != DT_OK || !is_locked(s, io, hold))
            return false;
        if (!follow_relations(s, io, hold) && !follow_modes(s, io, hold))
            return true;
    }
    return false;
}

static double *value_of(const dt_solver *s, const dt_io *io, int64_t k)
{
    int64_t of_time = k - s->model.n_rel;
    return of_time < 0 ? io->g + k : io->t_event + of_time;
}

/* Let one kind of all relations follow: those that become false, or true. */
static bool follow_all_relations(dt_solver *s, const dt_io *io, double from)
{
    struct break_away *b = &s->break_away;
    bool changed = false;
    for (int64_t k = 0; k < s->n_all_rel; ++k) {
        double v = *value_of(s, io, k);
        bool of_time = k >= s->model.n_rel;
        bool value = of_time ? io->time >= v : dt_relation_value(s, k, v);
        if (b->rel[k] != from || value == (from != 0.0) || (!of_time && fabs(v) <= s->settings.event_noise))
            continue;
        b->rel[k] = value;
        changed = true;
    }
    return changed;
}

static bool follow_all_modes(dt_solver *s, const dt_io *io)
{
    struct break_away *b = &s->break_away;
    bool changed = false;
    for (int64_t d = 0; d < s->model.n_z; ++d) {
        changed = changed || !dt_same(b->z[d], io->z_out[d]);
        b->z[d] = io->z_out[d];
    }
    return changed;
}

/* Does nothing let go that holds now? Of two elements one of which has to go it may be either. */
static bool keeps_locked(const dt_solver *s, const dt_io *io)
{
    for (int64_t hold = 0; hold < s->model.n_hold; ++hold)
        if (dt_is_locked(s, hold) && !is_locked(s, io, hold))
            return false;
    return true;
}

/* Does it rest on a relation that has changed at the event and whose sides are still equal but for rounding? The
 * modes of before then agree at this instant, but no longer. Speeds that vanish are compared elsewhere; at the start
 * nothing was before. */
static bool is_of_an_instant(const dt_solver *s, const dt_io *io)
{
    const dt_model *m = &s->model;
    const struct break_away *b = &s->break_away;
    double size = 0.0;
    for (int64_t i = 0; i < m->n_memory; ++i)
        size = fmax(size, fabs(io->memory[i]));
    double noise = fmax(s->settings.event_noise, CLEAR * size);
    for (int64_t k = 0; k < m->n_rel && s->time > s->settings.start_time; ++k)
        if (b->rel[k] != s->rel[k] && m->rel_hold[k] < 0 && fabs(io->g[k]) <= noise)
            return true;
    return false;
}

/* Go on with all others, which now follow: if these come to agree, too, there are modes for the whole model with
 * which more of it holds. What is not found by sweeps alone does not count. */
static bool settles(dt_solver *s, dt_io *io)
{
    for (int round = 0; round < ROUNDS_OF_ALL; ++round) {
        if (!follow_all_relations(s, io, 1.0) && !follow_all_relations(s, io, 0.0) && !follow_all_modes(s, io))
            return keeps_locked(s, io) && !is_of_an_instant(s, io);
        if (evaluate(s, io) != DT_OK)
            return false;
    }
    return false;
}

/* Does it wait at its limit while others hold its motion? */
static bool waits(dt_solver *s, int64_t hold)
{
    const dt_model *m = &s->model;
    const double *kept = s->mixed.noise_of, *unknowns = s->mixed.noise_unknowns;
    bool found = false;
    dt_measure_noise(s, s->io.g, s->io.memory);
    for (int64_t i = m->hold_release_ptr[hold]; i < m->hold_release_ptr[hold + 1]; ++i)
        found = found || dt_rests(s, m->hold_release[i], s->io.g);
    dt_measure_noise(s, kept, unknowns);
    return found;
}

/* Would the states behind its speed then move as they do now? */
static bool moves_alike(const dt_solver *s, const dt_io *io, int64_t hold)
{
    double size = 0.0, difference = 0.0;
    for (int64_t i = s->model.hold_ptr[hold]; i < s->model.hold_ptr[hold + 1]; ++i) {
        int64_t state = s->model.hold_state[i];
        double now = s->io.xdot[state], tried = io->xdot[state];
        size = fmax(size, fmax(fabs(now), fabs(tried)));
        difference = fmax(difference, fabs(now - tried));
    }
    return !(difference > fmax(ALIKE * size, s->settings.event_noise));
}

/* Does what rounding has left of its speed vanish anyway? Then it comes to rest at once. */
static bool slows_down(dt_solver *s, int64_t hold)
{
    struct break_away *b = &s->break_away;
    double before = speed(s, hold), size = 1.0, rate = 0.0;
    if (before == 0.0 || !at_rest(s, hold))
        return false;
    for (int64_t i = 0; i < s->model.n_x; ++i) {
        size = fmax(size, fabs(s->x[i]));
        rate = fmax(rate, fabs(s->io.xdot[i]));
    }
    if (!(rate > 0.0))
        return false;
    for (int64_t i = 0; i < s->n; ++i)
        b->x[i] = s->x[i] + PART_OF_STATES * size / rate * s->io.xdot[i];
    dt_io io;
    begin_trial(s);
    if (evaluate_at(s, &io, b->x) != DT_OK)
        return false;
    int64_t value = s->model.hold_speed[hold], other = value - s->n - s->model.n_z;
    double after = value < s->n ? b->x[value] : io.y[other];
    return (after - before) * before <= 0.0;
}

/* A load below this distance from its limit may be at it. */
static double clear_distance(const dt_solver *s, const dt_io *io, int64_t hold)
{
    const dt_model *m = &s->model;
    double size = 0.0;
    for (int64_t i = m->hold_release_ptr[hold]; i < m->hold_release_ptr[hold + 1]; ++i)
        size = fmax(size, fabs(io->g[m->hold_release[i]]));
    for (int64_t i = 0; i < m->n_memory; ++i)
        size = fmax(size, fabs(io->memory[i]));
    return fmax(s->settings.event_noise, CLEAR * size);
}

/* How far a load is from its limits. */
struct distance {
    double nearest, sum;
    int count;
};

/* The limits are where a relation lets the element go that alone is changed. */
static struct distance find_distance(dt_solver *s, dt_io *io, int64_t hold)
{
    const dt_model *m = &s->model;
    struct break_away *b = &s->break_away;
    struct distance found = {INFINITY, 0.0, 0};
    for (int64_t i = m->hold_release_ptr[hold]; i < m->hold_release_ptr[hold + 1]; ++i)
        b->g[m->hold_release[i]] = io->g[m->hold_release[i]];
    for (int64_t i = m->hold_release_ptr[hold]; i < m->hold_release_ptr[hold + 1]; ++i) {
        int64_t k = m->hold_release[i];
        b->rel[k] = 1.0 - b->rel[k];
        bool released = evaluate(s, io) == DT_OK && !is_locked(s, io, hold);
        b->rel[k] = 1.0 - b->rel[k];
        if (!released)
            continue;
        found.nearest = fmin(found.nearest, fabs(b->g[k]));
        found.sum += fabs(b->g[k]);
        ++found.count;
    }
    return found;
}

/* The break-away was wrong by this much: it is kept if it is the first one, or the worst at that instant. */
static void note_wrong(dt_solver *s, int64_t hold, struct distance d)
{
    dt_break_away *found = &s->break_away.found;
    double limit = d.count == 2 ? 0.5 * d.sum : NAN;
    ++found->wrong;
    if (found->wrong > 1 && !(s->time == found->time && d.nearest > found->margin))
        return;
    found->hold = hold;
    found->time = s->time;
    found->margin = d.nearest;
    found->limit = limit;
}

/* Judge an element that holds in the trial, which `io` shows. */
static bool judge(dt_solver *s, int64_t hold, dt_io *io)
{
    if (!is_locked(s, io, hold) || moves_alike(s, io, hold))
        return false;
    double clear = clear_distance(s, io, hold);
    struct distance distance = find_distance(s, io, hold);
    bool wrong = distance.count > 0 && distance.nearest > clear;
    if (wrong)
        note_wrong(s, hold, distance);
    return wrong;
}

static void check(dt_solver *s, int64_t hold)
{
    dt_io io;
    ++s->break_away.found.checked;
    if (waits(s, hold) || slows_down(s, hold))
        return;
    bool wrong = stays_locked(s, hold, &io) && settles(s, &io) && judge(s, hold, &io);
    s->break_away.held[hold] = wrong ? HELD : RIGHT_ALONE;
}

/* Several that have let go at once may all have done so only because the others did: they are put to rest together. */
static void check_together(dt_solver *s)
{
    struct break_away *b = &s->break_away;
    int64_t count = 0;
    dt_io io;
    begin_trial(s);
    for (int64_t hold = 0; hold < s->model.n_hold; ++hold) {
        if (b->held[hold] != RIGHT_ALONE)
            continue;
        put_to_rest(s, hold);
        ++count;
    }
    if (count < 2 || evaluate(s, &io) != DT_OK || !settles(s, &io))
        return;
    for (int64_t hold = 0; hold < s->model.n_hold; ++hold)
        if (b->held[hold] == RIGHT_ALONE && evaluate(s, &io) == DT_OK)
            judge(s, hold, &io);
}

static bool may_spend(const dt_solver *s)
{
    int64_t made = s->stats.rhs_evaluations + s->stats.full_evaluations;
    return s->break_away.spent < EVALUATIONS_FREE + made / EVALUATIONS_PART;
}

/* The event is over. Where checks have to be left out, others come first at the next event. */
void dt_check_break_away(dt_solver *s)
{
    struct break_away *b = &s->break_away;
    int64_t n = b->on ? s->model.n_hold : 0, first = b->next;
    int64_t checked = b->found.checked + 1; /* one alone is not together */
    bool stopped = false;
    for (int64_t i = 0; i < n; ++i) {
        int64_t hold = (first + i) % n;
        if (!b->held[hold] || dt_is_locked(s, hold) || !may_break(s, hold))
            continue;
        ++b->found.seen;
        if (!stopped && may_spend(s)) {
            check(s, hold);
        } else if (!stopped) {
            stopped = true;
            b->next = hold;
        }
    }
    if (b->on && b->found.checked > checked && may_spend(s))
        check_together(s);
}

/* Modes with which an element would hold at the first instant, if it were at rest and without load. */
static void try_at_rest(dt_solver *s, int64_t hold, const double *pre)
{
    const dt_model *m = &s->model;
    struct break_away *b = &s->break_away;
    dt_io io;
    begin_trial(s);
    for (int64_t i = m->hold_mode_ptr[hold]; i < m->hold_mode_ptr[hold + 1]; ++i)
        b->z[m->hold_mode[i]] = pre[m->hold_mode[i]];
    for (int64_t i = m->hold_release_ptr[hold]; i < m->hold_release_ptr[hold + 1]; ++i)
        b->rel[m->hold_release[i]] = b->rel_held[m->hold_release[i]] = 0.0;
    for (int64_t k = 0; k < m->n_rel; ++k)
        if (m->rel_hold[k] >= 0 && m->hold_speed[m->rel_hold[k]] == m->hold_speed[hold])
            b->rel[k] = 0.0;
    int64_t initial = s->crossing.io.initial;
    s->crossing.io.initial = 1;
    bool holds = evaluate(s, &io) == DT_OK && is_locked(s, &io, hold);
    s->crossing.io.initial = initial;
    for (int64_t i = m->hold_mode_ptr[hold]; holds && i < m->hold_mode_ptr[hold + 1]; ++i)
        b->z_held[m->hold_mode[i]] = io.z_out[m->hold_mode[i]];
    b->held[hold] = holds ? HELD : MOVED;
}

/* The first instant is over: what is at rest there could have held, too. */
void dt_check_start(dt_solver *s, const double *pre)
{
    struct break_away *b = &s->break_away;
    for (int64_t hold = 0; b->on && hold < s->model.n_hold && may_spend(s); ++hold)
        if (!b->held[hold] && !dt_is_locked(s, hold) && may_break(s, hold) && at_rest(s, hold))
            try_at_rest(s, hold, pre);
    dt_check_break_away(s);
}

void dt_get_break_away(const dt_solver *s, dt_break_away *found) { *found = s->break_away.found; }
