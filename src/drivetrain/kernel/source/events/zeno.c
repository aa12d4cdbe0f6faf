/* Detect chattering and Zeno behaviour (event intervals that shrink to zero).
 *
 * Chattering. More than max_events_per_instant events in a window too short to distinguish them in the run: a
 * fraction CROWD of its span, or a few last bits of time for each event. However dense, events spread over
 * more than that (clocks, pulse width modulation, rattling teeth) do not count. Or STUCK times as many, none
 * of them scheduled, within a fraction STUCK_PART: at this rate the run takes 1e11 events, and never ends in
 * practice. Or that many changes of one relation in succession between which its crossing function stayed
 * within a few times the noise: it never left the band in which signs are meaningless. Or IDLE times as many,
 * between which it moved by the same billionth of its range, at a rate of 1e8 events for the run: this shows
 * that the model does not settle, as at a standstill that the equations can neither hold nor leave. A
 * decaying vibration, in contrast, shrinks.
 *
 * Zeno behaviour. A relation changes over and over, at each change a state jumps, and both the intervals and
 * the excursions of the crossing function between them shrink. Bounces with restitution e shrink by e and by
 * e^2, infinitely often in finite time (Johansson, Egerstedt, Lygeros & Sastry, "On the regularization of
 * Zeno hybrid automata", Systems & Control Letters 38, 1999). Once the next excursion would vanish in the
 * noise, the next change cannot be detected: the ball would silently fall through the floor. Without jumps of
 * a state the modes are decisive, and they describe a contact that no longer opens. */
#include <math.h>
#include <string.h>

#include "events.h"
#include "../discontinuities/discontinuities.h"
#include "../contact/contact.h"
#include "../model/model.h"

/* Fraction of the run within which events count as crowded. */
#define CROWD 1e-9
/* The same in last bits of time per event. */
#define CROWD_BITS 8.0
/* Multiple of that number of events which, within this fraction of the run, means that it is stuck. */
#define STUCK 1000
#define STUCK_PART 1e-5
/* Multiple of that number of changes of one relation which make it idle, if between them its crossing
 * function moves by less than this fraction of its range, steadily, and less than this fraction of the run
 * passes. */
#define IDLE 10
#define IDLE_PART 1e-9
#define IDLE_PACE 1e-8
/* Largest ratio of excursions that count as steady. */
#define STEADY 2.0
/* Number of consecutive changes with nothing else in between after which more noise is assumed. */
#define NOISY 16
/* Excursions smaller than this multiple of the noise are lost in it. */
#define LOST 8.0
/* Number of consecutive reductions after which intervals are assumed to go on shrinking. */
#define SHRUNK 3

static void begin_crowd(const dt_solver *s, struct crowd *crowd)
{
    crowd->start = s->time;
    crowd->count = 0;
    memset(crowd->relations, 0, (size_t)s->model.n_rel);
}

void dt_zeno_start(dt_solver *s)
{
    struct zeno *a = &s->zeno;
    for (int i = 0; i < 2; ++i)
        begin_crowd(s, &a->crowd[i]);
    for (int64_t k = 0; k < s->model.n_rel; ++k) {
        a->reach[k] = a->reach_before[k] = 0.0;
        a->range[k] = 0.0;
        a->lost[k] = 0;
        a->idle[k] = (struct idle){0};
    }
    for (int64_t j = 0; j < 2 * s->model.n_rel; ++j)
        a->turn[j] = (struct turn){.time = -INFINITY, .interval = INFINITY, .excursion = INFINITY};
}

/* Relation k changes after an excursion: count idle changes. */
static void count_idle(dt_solver *s, int64_t k, double excursion)
{
    struct zeno *a = &s->zeno;
    struct idle *idle = &a->idle[k];
    a->range[k] = fmax(a->range[k], excursion);
    double span = s->settings.span;
    bool steady = excursion <= STEADY * idle->excursion && idle->excursion <= STEADY * excursion;
    bool slow = s->time - idle->start > IDLE_PACE * span * (double)(idle->count + 1);
    if (excursion > IDLE_PART * a->range[k] || !steady || slow)
        *idle = (struct idle){.start = s->time, .excursion = excursion};
    else
        ++idle->count;
}

/* Relation k changes: assess it over the whole period, i.e. since it last took this value. Returns whether
 * the next excursion would vanish in noise if they continue to shrink like this. */
static bool vanishes(dt_solver *s, int64_t k)
{
    struct zeno *a = &s->zeno;
    struct turn *turn = &a->turn[2 * k + (s->rel[k] == 0.0)], before = *turn;
    double excursion = fmax(a->reach[k], a->reach_before[k]), noise = dt_noise(s, k);
    a->reach_before[k] = a->reach[k];
    a->reach[k] = 0.0;
    a->lost[k] = excursion <= LOST * noise ? a->lost[k] + 1 : 0;
    count_idle(s, k, excursion);
    turn->interval = s->time - before.time;
    turn->excursion = excursion;
    turn->time = s->time;
    bool shrinks = turn->interval < before.interval && excursion < before.excursion;
    turn->shrunk = shrinks ? before.shrunk + 1 : 0;
    turn->ratio = turn->interval / before.interval;
    return turn->shrunk >= SHRUNK && excursion * (excursion / before.excursion) <= LOST * noise;
}

/* If a relation of a mixed system toggles within noise, the noise is larger than assumed. */
static void learn_noise(dt_solver *s, int64_t k)
{
    int64_t *lost = &s->zeno.lost[k];
    if (*lost >= NOISY && s->model.rel_block[k] >= 0 && dt_raise_noise(s))
        *lost = 0;
}

static int fail_chattering(dt_solver *s, const uint8_t *relations, int64_t count, double interval)
{
    for (int64_t k = 0; k < s->model.n_rel; ++k)
        if (relations[k])
            s->failed_relations[s->failure.n_relations++] = k;
    s->failure.count = count;
    s->failure.interval = interval;
    return dt_fail(s, DT_CHATTERING);
}

/* Count an event; more than `most` within the window are too many. */
static int count_crowd(dt_solver *s, struct crowd *crowd, double window, int64_t most)
{
    if (s->time - crowd->start > window)
        begin_crowd(s, crowd);
    for (int64_t k = 0; k < s->model.n_rel; ++k)
        crowd->relations[k] |= s->mode_search.triggered[k];
    if (++crowd->count <= most)
        return DT_DONE;
    double mean = (s->time - crowd->start) / (double)crowd->count;
    return fail_chattering(s, crowd->relations, crowd->count, mean);
}

/* Time span within which events belong to one instant. */
static double instant(const dt_solver *s, double t)
{
    double span = s->settings.span;
    double bits = CROWD_BITS * (double)s->settings.max_events_per_instant * dt_ulp(t);
    return fmax(CROWD * span, bits);
}

/* Does the pending event follow the previous one with almost no time in between? */
bool dt_follows_at_once(const dt_solver *s)
{
    return s->after_event && s->time_due - s->zeno.crowd[0].start <= instant(s, s->time_due);
}

/* Count events that follow each other with almost no time in between. */
static int watch_crowds(dt_solver *s)
{
    struct crowd *crowd = s->zeno.crowd;
    double span = s->settings.span;
    int64_t most = s->settings.max_events_per_instant;
    int status = count_crowd(s, &crowd[0], instant(s, s->time), most);
    if (status != DT_DONE || !s->crossing_due)
        return status;
    return count_crowd(s, &crowd[1], STUCK_PART * span, STUCK * most);
}

/* Record the known crossing functions in the step that led to an event: at its start and, as far as they are
 * before a crossing, at its checkpoints. */
static void note_last_step(dt_solver *s)
{
    dt_note_amplitude(s, s->crossing.g_start);
    for (int i = 0; i < CHECKPOINTS && !s->crossing_due; ++i)
        dt_note_amplitude(s, s->crossing.g_check[i]);
}

/* To be called before an event, whose triggered relations are marked. */
int dt_watch_zeno(dt_solver *s)
{
    struct zeno *a = &s->zeno;
    a->vanishing = -1;
    note_last_step(s);
    for (int64_t k = 0; k < s->model.n_rel; ++k) {
        if (!s->mode_search.triggered[k])
            continue;
        if (vanishes(s, k))
            a->vanishing = k;
        learn_noise(s, k);
        int64_t most = s->settings.max_events_per_instant;
        double interval = 0.5 * a->turn[2 * k + (s->rel[k] == 0.0)].interval;
        if (a->lost[k] > most)
            return fail_chattering(s, s->mode_search.triggered, a->lost[k], interval);
        if (a->idle[k].count > IDLE * most) {
            a->crowd[1].relations[k] = 1;
            return fail_chattering(s, a->crowd[1].relations, a->idle[k].count, interval);
        }
    }
    return watch_crowds(s);
}

/* To be called after it: `jumped` says whether a state was reset. */
int dt_judge_zeno(dt_solver *s, bool jumped)
{
    int64_t k = s->zeno.vanishing;
    if (k < 0 || !jumped)
        return DT_DONE;
    const struct turn *turn = &s->zeno.turn[2 * k + (s->rel[k] != 0.0)];
    s->failed_relations[s->failure.n_relations++] = k;
    s->failure.count = turn->shrunk + 2;
    s->failure.interval = turn->interval;
    s->failure.ratio = turn->ratio;
    return dt_fail(s, DT_ZENO);
}
