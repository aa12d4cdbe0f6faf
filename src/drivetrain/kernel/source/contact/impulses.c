/* Jumps of speeds where elements lock, or collide, while their sides are in relative motion.
 *
 * Over zero time only what is unlimited matters: inertia, rigid connections, and elements that hold any load.
 * The equations of motion determine how these share an impulse (J. J. Moreau, "Unilateral contact and dry
 * friction in finite freedom dynamics", 1988; C. Glocker, "Set-Valued Force Laws", 2001). With accelerations
 * a of elements and their loads, M dv/dt = D' load + finite loads, D dv/dt = a, the derivatives of all states
 * change with a prescribed acceleration by inv(M) D' inv(D inv(M) D'), and this is how speeds change with a
 * prescribed change of D v. So elements are given the acceleration `push`, in one evaluation of the
 * derivatives for all of them; as large as possible in proportion, so that finite loads are negligible. No
 * matrix is formed here.
 *
 * An element that holds by friction has a limit and passes on nothing: on trial it is not locked, and where
 * it moves afterwards it slides. Where an element stops only one direction, and in impacts, impulses have a
 * sign: those are sought for which no element pulls, and no constraint is violated (Murty's least-index rule,
 * as in mode_search.c). Integrals of power change by the mean of the power of the loads at the speeds before
 * and after (Kelvin's theorem). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "contact.h"
#include "../model/model.h"

/* Speed errors smaller than this, relative to the largest speed, are rounding. */
#define IMPULSE_MISSED 1e-9
/* Successive impulses within one event. */
#define IMPULSE_ROUNDS 1000
/* Number of reversals of friction before giving up. */
#define TURNS 8
/* Exchanges in the search for the participating elements. */
#define EXCHANGES 64

enum role { NOT_CONCERNED, HOLDS, LOCKS, IS_HIT };
enum { BOTH = 1, ONLY_FORWARD = 2, ONLY_BACKWARD = 3 };

static double speed(const dt_solver *s, int64_t hold)
{
    return dt_value(s, s->model.lock_speed[hold]);
}

/* Note the impacts of this pass. Sides in contact at rest have their impact only once they move. */
void dt_note_impacts(dt_solver *s)
{
    struct impulses *p = &s->impulses;
    for (int64_t i = 0; i < s->model.n_impact; ++i) {
        bool meets = s->io.impact_on[i] != 0.0;
        p->spent[i] = p->spent[i] && meets;
        if (meets && !p->spent[i]) {
            p->pending[i] = 1;
            p->restitution[i] = s->io.restitution[i];
        }
    }
}

void dt_forget_impacts(dt_solver *s)
{
    if (s->model.n_impact > 0)
        memset(s->impulses.pending, 0, (size_t)s->model.n_impact);
}

static int refuse(dt_solver *s, int64_t hold, double before, int reason)
{
    s->failure.lock = hold;
    s->failure.interval = before;
    s->failure.count = reason;
    return dt_fail(s, DT_IMPULSE);
}

/* At a start, no impact is due. Returns a dt_status. */
int dt_refuse_impacts(dt_solver *s)
{
    for (int64_t i = 0; i < s->model.n_impact; ++i) {
        int64_t hold = s->model.impact_lock[i];
        double moves = hold < 0 ? 0.0 : speed(s, hold);
        s->impulses.spent[i] = 0;
        if (s->impulses.pending[i] && fabs(moves) > dt_speed_noise(s))
            return refuse(s, hold, moves, DT_IMPULSE_START);
    }
    dt_forget_impacts(s);
    return DT_DONE;
}

/* Locked elements pass impulses on, as their own speed stays. */
static void find_locked(dt_solver *s)
{
    struct impulses *p = &s->impulses;
    for (int64_t hold = 0; hold < s->model.n_lock; ++hold) {
        int64_t stops = s->model.lock_stops[hold];
        bool holds = stops && dt_is_locked(s, hold);
        p->role[hold] = holds ? HOLDS : NOT_CONCERNED;
        p->before[hold] = p->after[hold] = speed(s, hold);
        p->target[hold] = p->before[hold];
        p->way[hold] = stops == ONLY_BACKWARD ? 1.0 : stops == ONLY_FORWARD ? -1.0 : 0.0;
    }
}

/* Elements that locked at this event while moving. */
static bool find_locking(dt_solver *s)
{
    struct impulses *p = &s->impulses;
    bool any = false;
    for (int64_t hold = 0; hold < s->model.n_lock; ++hold) {
        bool passes = p->way[hold] * p->before[hold] > 0.0; /* it moves in its free direction */
        if (p->role[hold] != HOLDS || passes || s->model.lock_push[hold] < 0 || !p->closing[hold])
            continue;
        p->role[hold] = LOCKS;
        p->target[hold] = 0.0;
        any = true;
    }
    return any;
}

/* Elements that collide. Returns a dt_status. */
static int find_hits(dt_solver *s, bool *any)
{
    struct impulses *p = &s->impulses;
    double noise = dt_speed_noise(s);
    for (int64_t i = 0; i < s->model.n_impact; ++i) {
        int64_t hold = s->model.impact_lock[i];
        double e = p->restitution[i];
        if (!p->pending[i])
            continue;
        if (hold < 0 || s->model.lock_push[hold] < 0)
            return refuse(s, hold, 0.0, DT_IMPULSE_GIVEN);
        if (!(e >= 0.0 && e <= 1.0))
            return refuse(s, hold, e, DT_IMPULSE_RESTITUTION);
        if (fabs(p->before[hold]) <= noise || (p->role[hold] == HOLDS && s->locks.was_locked[hold]))
            continue;
        p->spent[i] = 1;
        p->role[hold] = IS_HIT;
        p->target[hold] = -e * p->before[hold];
        p->way[hold] = p->before[hold] < 0.0 ? 1.0 : -1.0;
        *any = true;
    }
    return DT_DONE;
}

/* Does an element take part in an impact, or must it come to rest? */
bool dt_is_hit(const dt_solver *s, int64_t hold) { return s->impulses.role[hold] == IS_HIT; }

bool dt_has_to_stop(const dt_solver *s, int64_t hold) { return s->impulses.role[hold] == LOCKS; }

/* Set the trial values of the discrete variables, with or without push. */
void dt_set_trial(dt_solver *s, double push)
{
    struct impulses *p = &s->impulses;
    const dt_model *m = &s->model;
    memcpy(p->z, s->z, (size_t)m->n_z * sizeof(double));
    for (int64_t hold = 0; hold < m->n_lock; ++hold)
        p->z[m->lock_locked[hold]] = 0.0;
    for (int64_t hold = 0; hold < m->n_lock; ++hold)
        if (m->lock_slides[hold] >= 0)
            p->z[m->lock_slides[hold]] = p->pre[m->lock_slides[hold]];
    for (int64_t hold = 0; hold < m->n_lock; ++hold) {
        if (!p->active[hold])
            continue;
        p->z[m->lock_locked[hold]] = 1.0;
        if (m->lock_push[hold] >= 0)
            p->z[m->lock_push[hold]] = push * (p->target[hold] - p->before[hold]);
        if (m->lock_on_trial[hold] >= 0)
            p->z[m->lock_on_trial[hold]] = 1.0;
    }
}

/* Derivatives of states and quadratures on trial at x. Returns a dt_code. */
int dt_rates_on_trial(dt_solver *s, double push, const double *x, double *xdot)
{
    struct impulses *p = &s->impulses;
    dt_io io = s->crossing.io;
    dt_set_trial(s, push);
    io.time = s->time;
    io.initial = 0;
    io.x = x;
    io.z = p->z;
    io.pre = p->pre;
    io.branch = p->branch;
    io.xdot = xdot;
    io.failed_block = -1;
    ++s->stats.rhs_evaluations;
    return s->model.ode(&io);
}

/* The change of all of them due to the participating elements. Returns a dt_code. */
static int respond(dt_solver *s, const double *x, double *change)
{
    struct impulses *p = &s->impulses;
    if (s->model.n_memory)
        memcpy(s->crossing.io.memory, s->memory_kept, (size_t)s->model.n_memory * sizeof(double));
    int code = dt_rates_on_trial(s, 0.0, x, p->base);
    if (code == DT_OK)
        code = dt_rates_on_trial(s, DT_PUSH, x, change);
    for (int64_t i = 0; i < s->n && code == DT_OK; ++i) {
        change[i] = (change[i] - p->base[i]) / DT_PUSH;
        code = isfinite(change[i]) ? DT_OK : DT_SINGULAR;
    }
    return code;
}

/* The resulting speeds. Returns a dt_code. */
static int look_after(dt_solver *s, const double *change)
{
    struct impulses *p = &s->impulses;
    memcpy(p->x, s->x, (size_t)s->n * sizeof(double));
    for (int64_t i = 0; i < s->model.n_x; ++i)
        s->x[i] += change[i];
    int code = dt_evaluate_elsewhere(s);
    for (int64_t hold = 0; hold < s->model.n_lock; ++hold)
        p->after[hold] = speed(s, hold);
    memcpy(s->x, p->x, (size_t)s->n * sizeof(double));
    return code;
}

static int try_active(dt_solver *s)
{
    int code = respond(s, s->x, s->impulses.change);
    return code == DT_OK ? look_after(s, s->impulses.change) : code;
}

/* Distance by which an element exceeds its constraint. */
static double beyond(const struct impulses *p, int64_t hold)
{
    return p->way[hold] * (p->target[hold] - p->after[hold]);
}

static double largest_speed(const dt_solver *s)
{
    const struct impulses *p = &s->impulses;
    double largest = 0.0;
    for (int64_t hold = 0; hold < s->model.n_lock; ++hold)
        if (p->role[hold] != NOT_CONCERNED)
            largest = fmax(largest, fmax(fabs(p->before[hold]), fabs(p->target[hold])));
    return largest;
}

/* The first element to be exchanged: one that pulls though it can only push, or whose constraint is violated
 * without it. -1: there is none. Returns a dt_code. */
static int find_wrong(dt_solver *s, double missed, int64_t *wrong)
{
    struct impulses *p = &s->impulses;
    int code = try_active(s);
    *wrong = -1;
    for (int64_t hold = 0; code == DT_OK && hold < s->model.n_lock; ++hold)
        if (p->role[hold] != NOT_CONCERNED && !p->active[hold] && beyond(p, hold) > missed) {
            *wrong = hold;
            return code;
        }
    for (int64_t hold = 0; code == DT_OK && hold < s->model.n_lock; ++hold) {
        if (!p->active[hold] || p->way[hold] == 0.0)
            continue;
        p->active[hold] = 0; /* would it violate its constraint without the impulse? */
        code = try_active(s);
        bool pulls = code == DT_OK && beyond(p, hold) < -missed;
        p->active[hold] = !pulls;
        if (pulls) {
            *wrong = hold;
            return code;
        }
    }
    return code;
}

/* Find the participating elements; `change` then belongs to them. Returns a dt_code, DT_NEWTON_FAILED if they
 * are not found. */
static int find_active(dt_solver *s)
{
    struct impulses *p = &s->impulses;
    double missed = IMPULSE_MISSED * largest_speed(s);
    for (int64_t hold = 0; hold < s->model.n_lock; ++hold)
        p->active[hold] = p->role[hold] != NOT_CONCERNED;
    for (int64_t exchange = 0; exchange < EXCHANGES + 8 * s->model.n_lock; ++exchange) {
        int64_t wrong;
        int code = find_wrong(s, missed, &wrong);
        if (code != DT_OK)
            return code;
        if (wrong < 0)
            return try_active(s);
        if (p->active[wrong] == 0 && beyond(p, wrong) > missed)
            p->active[wrong] = 1;
    }
    return DT_NEWTON_FAILED;
}

/* The discrete value that denotes the sliding direction of a moving element after the impulses. */
static double sliding(const dt_solver *s, int64_t hold)
{
    bool forward = s->impulses.after[hold] > 0.0;
    return forward ? s->model.lock_forward[hold] : s->model.lock_backward[hold];
}

/* Is an element moved that impulses do not stop, and that has a sliding direction? */
static bool is_moved(const dt_solver *s, int64_t hold)
{
    const struct impulses *p = &s->impulses;
    double least = fmax(IMPULSE_MISSED * largest_speed(s), s->settings.event_noise);
    return s->model.lock_slides[hold] >= 0 && !p->active[hold] && fabs(p->after[hold]) > least;
}

/* Let friction oppose the motion of elements that were at rest. Returns whether this has changed. */
static bool turn_friction(dt_solver *s)
{
    struct impulses *p = &s->impulses;
    bool turned = false;
    for (int64_t hold = 0; hold < s->model.n_lock; ++hold) {
        if (!is_moved(s, hold) || fabs(p->before[hold]) > s->settings.event_noise)
            continue;
        double *mode = p->pre + s->model.lock_slides[hold], now = sliding(s, hold);
        turned |= *mode != now;
        *mode = now;
    }
    return turned;
}

/* Find the effect of the impulses. Returns a dt_code like `find_active`. */
static int find_impulses(dt_solver *s)
{
    int code = DT_OK;
    memcpy(s->impulses.pre, s->pre, (size_t)s->model.n_z * sizeof(double));
    for (int turn = 0; turn < TURNS; ++turn) {
        code = find_active(s);
        if (code != DT_OK || !turn_friction(s))
            return code;
    }
    return DT_NEWTON_FAILED;
}

/* An element that does not attain its required speed; -1: all do. */
static int64_t first_missed(const dt_solver *s)
{
    const struct impulses *p = &s->impulses;
    double missed = IMPULSE_MISSED * largest_speed(s);
    for (int64_t hold = 0; hold < s->model.n_lock; ++hold)
        if (p->active[hold] && !(fabs(p->after[hold] - p->target[hold]) <= missed))
            return hold;
    return -1;
}

static int64_t first_concerned(const dt_solver *s)
{
    for (int64_t hold = 0; hold < s->model.n_lock; ++hold)
        if (s->impulses.role[hold] >= LOCKS)
            return hold;
    return -1;
}

/* That of a lock is reported as such. */
static int fail_at(dt_solver *s, int64_t hold, int reason)
{
    const struct impulses *p = &s->impulses;
    if (p->role[hold] < LOCKS)
        hold = first_concerned(s);
    int status = refuse(s, hold, p->before[hold], reason);
    if (p->role[hold] == LOCKS && reason != DT_IMPULSE_GAINS)
        s->failure.status = status = DT_LOCKED_MOVING;
    return status;
}

/* Would the impulses add energy? Losses of impacts are summed. Impulsive friction occurs only where friction
 * is proportional to a load; it resists from the first instant to the last or has reversed in between. */
static bool gains(const dt_solver *s)
{
    const struct impulses *p = &s->impulses;
    const double *first = p->change + s->model.n_x, *last = p->later + s->model.n_x;
    double sum = 0.0, size = 0.0;
    for (int64_t i = 0; i < s->n - s->model.n_x; ++i)
        size = fmax(size, fmax(fabs(first[i]), fabs(last[i])));
    for (int64_t i = 0; i < s->model.n_loss; ++i)
        sum += 0.5 * (first[s->model.loss[i]] + last[s->model.loss[i]]);
    bool found = sum < -IMPULSE_MISSED * size;
    for (int64_t i = 0; i < s->model.n_dissipated; ++i) {
        int64_t one = s->model.dissipated[i];
        found = found || fmin(first[one], last[one]) < -IMPULSE_MISSED * size;
    }
    return found;
}

/* Let the states jump. Returns a dt_status. */
static int jump(dt_solver *s)
{
    struct impulses *p = &s->impulses;
    if (s->sensitivity)
        dt_impulse_sensitivity(s);
    for (int64_t i = 0; i < s->model.n_x; ++i)
        s->x[i] += p->change[i];
    bool open = respond(s, s->x, p->later) != DT_OK;
    if (open || gains(s)) {
        memcpy(s->x, p->x, (size_t)s->n * sizeof(double));
        dt_evaluate_elsewhere(s);
        return fail_at(s, first_concerned(s), open ? DT_IMPULSE_OPEN : DT_IMPULSE_GAINS);
    }
    for (int64_t i = s->model.n_x; i < s->n; ++i)
        s->x[i] += 0.5 * (p->change[i] + p->later[i]);
    return DT_DONE;
}

/* Elements that move and are not stopped slide, whatever held them before. */
static void let_slide(dt_solver *s)
{
    for (int64_t hold = 0; hold < s->model.n_lock; ++hold)
        if (is_moved(s, hold))
            s->pre[s->model.lock_slides[hold]] = sliding(s, hold);
}

/* Friction that reversed at an event has locked, but stops nothing in zero time: it slides the other way.
 * Returns whether there is any. */
static bool slide_on(dt_solver *s)
{
    bool any = false;
    for (int64_t hold = 0; hold < s->model.n_lock; ++hold) {
        bool slides = s->model.lock_stops[hold] == 0 && s->model.lock_slides[hold] >= 0;
        if (!slides || !s->impulses.closing[hold])
            continue;
        s->pre[s->model.lock_slides[hold]] = sliding(s, hold);
        any = true;
    }
    return any;
}

/* Impulses of the elements concerned. Returns a dt_status. */
static int strike(dt_solver *s)
{
    int code = find_impulses(s);
    if (code != DT_OK)
        return fail_at(s, first_concerned(s), DT_IMPULSE_OPEN);
    int64_t missed = first_missed(s);
    if (missed >= 0)
        return fail_at(s, missed, DT_IMPULSE_GIVEN);
    int status = jump(s);
    if (status != DT_DONE)
        return status;
    let_slide(s);
    dt_forget_contacts(s);
    dt_restore_memory(s);
    ++s->stats.impulses;
    return DT_DONE;
}

/* After the modes of an event have settled: impulses of all elements that locked or collided at it. `struck`
 * says whether there were any; the modes must then be settled again. Returns a dt_status. */
int dt_apply_impulses(dt_solver *s, bool *struck)
{
    struct impulses *p = &s->impulses;
    *struck = false;
    if (s->model.n_lock == 0)
        return DT_DONE;
    int status = dt_find_closing(s, p->closing);
    if (status != DT_DONE)
        return status;
    find_locked(s);
    *struck = find_locking(s);
    status = find_hits(s, struck);
    dt_forget_impacts(s);
    if (status == DT_DONE && !*struck)
        *struck = p->rounds < IMPULSE_ROUNDS && slide_on(s);
    else if (status == DT_DONE && p->rounds >= IMPULSE_ROUNDS)
        status = fail_at(s, first_concerned(s), DT_IMPULSE_ENDLESS);
    else if (status == DT_DONE)
        status = strike(s);
    p->rounds += *struck;
    return status;
}
