/* Set-valued contact laws: which of the elements at rest hold, and in which direction the others slide.
 *
 * A contact is a load with limits and a slip (C. Glocker, Set-Valued Force Laws, 2001). At rest the load is
 * whatever keeps the slip at zero, within its limits; in motion it follows the sliding law. None of this
 * depends on history: an element that slides continues to do so, and one whose slip is zero lets go only if
 * there is no consistent solution in which it holds.
 *
 * First all of them are assumed to hold. If a load then exceeds its limit, the slip accelerations of the
 * contacts that depend on each other are found as a function of their loads, by prescribing these one after
 * the other (simultaneously for independent systems), and the decision is made from that small matrix, see
 * principal_pivoting.c. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact.h"
#include "../model/model.h"

/* Rounds of decisions at one point; systems may depend on each other. */
#define CONTACT_ROUNDS 24
/* Possible error of a slip, in last bits of the largest speed. */
#define SLIP_BITS 256.0
/* A slip larger than this is not rounding: another part may rotate very much faster. */
#define SLIP_MOST 1e-9

/* Fraction of its limits by which a load is changed where nothing has inertia, and laws need not be
 * linear. */
#define SMALL_STEP 1e-3
/* Fraction of the largest load by which each one is changed at least. */
#define VISIBLE 1e-3
/* Repetitions of the answers where limits have kinks. */
#define MOST_BENDS 12

enum quantity { SLIP, MOTION, LOAD, LOW, HIGH, FROM_LOW, FROM_HIGH, SMALL, QUANTITIES };
enum { FREE, TRIAL, GIVEN, BOOLEANS };

static double quantity_in(const dt_solver *s, const dt_io *io, int64_t c, enum quantity q)
{
    int64_t value = s->model.contact_value[QUANTITIES * c + q];
    double factor = s->model.contact_factor[QUANTITIES * c + q];
    if (value < -1)
        return factor * s->io.p[-2 - value];
    return value < 0 ? factor : factor * dt_value_in(s, io, value);
}

static double quantity(const dt_solver *s, int64_t c, enum quantity q) { return quantity_in(s, &s->io, c, q); }

static double *relation(const dt_solver *s, int64_t c, bool forward)
{
    int64_t k = s->model.contact_rel[2 * c + !forward];
    return k < 0 ? NULL : s->rel + k;
}

static bool is_free(const dt_solver *s, int64_t c)
{
    int64_t z = s->model.contact_z[BOOLEANS * c + FREE];
    return z >= 0 && s->io.z_out[z] != 0.0;
}

/* Sliding direction of a contact by its relations: 0 if it holds. */
static int way(const dt_solver *s, int64_t c)
{
    const double *forward = relation(s, c, true), *backward = relation(s, c, false);
    return (forward && *forward != 0.0) - (backward && *backward != 0.0);
}

/* Returns whether this changes anything. */
static bool set_way(dt_solver *s, int64_t c, int to)
{
    double *forward = relation(s, c, true), *backward = relation(s, c, false);
    bool changed = way(s, c) != to;
    if (forward)
        *forward = to > 0;
    if (backward)
        *backward = to < 0;
    return changed;
}

/* Is relation k determined by contacts? */
bool dt_is_decided(const dt_solver *s, int64_t k)
{
    return k < s->model.n_rel && s->contact.of_relation[k] >= 0;
}

/* Does relation k belong to a contact whose surfaces touched before the step or event at hand? */
bool dt_touches(const dt_solver *s, int64_t k)
{
    if (!dt_is_decided(s, k))
        return false;
    int64_t free = s->model.contact_z[BOOLEANS * s->contact.of_relation[k] + FREE];
    return free < 0 || s->z[free] == 0.0;
}

/* The mixed system of a contact. */
static int64_t system_of(const dt_solver *s, int64_t c)
{
    int64_t forward = s->model.contact_rel[2 * c], backward = s->model.contact_rel[2 * c + 1];
    return s->model.rel_block[forward >= 0 ? forward : backward];
}

/* Matrices of all mixed systems, plus workspace; the operating system commits only the pages in use. False if
 * memory is short. */
static bool reserve_matrices(dt_solver *s)
{
    struct contact *a = &s->contact;
    int64_t *count = calloc((size_t)s->mode_search.n_blocks + 2, sizeof *count);
    size_t all = 1, largest = 1;
    if (!count)
        return false;
    for (int64_t c = 0; c < s->model.n_contact; ++c)
        ++count[system_of(s, c) + 1];
    for (int64_t k = 0; k < s->mode_search.n_blocks + 1; ++k) {
        size_t m = (size_t)count[k];
        all += DT_ANSWERS * m * m;
        largest = m > largest ? m : largest;
    }
    free(count);
    a->slope = calloc(all, sizeof *a->slope);
    a->work = calloc(largest * (largest + 6), sizeof *a->work);
    return a->slope && a->work;
}

/* To be called once. False if memory is short. */
bool dt_contacts_prepare(dt_solver *s)
{
    struct contact *a = &s->contact;
    for (int64_t k = 0; k < s->model.n_rel; ++k)
        a->of_relation[k] = -1;
    for (int64_t c = 0; c < s->model.n_contact; ++c)
        for (int i = 0; i < 2; ++i)
            if (s->model.contact_rel[2 * c + i] >= 0)
                a->of_relation[s->model.contact_rel[2 * c + i]] = c;
    return reserve_matrices(s);
}

void dt_contacts_destroy(dt_solver *s)
{
    free(s->contact.slope);
    free(s->contact.work);
}

/* Remember which contacts are at rest beforehand. */
void dt_note_at_rest(dt_solver *s)
{
    struct contact *a = &s->contact;
    memset(a->closed, 0, (size_t)s->model.n_contact);
    memset(a->passed, 0, (size_t)s->model.n_contact);
    for (int64_t c = 0; c < s->model.n_contact; ++c) {
        int64_t free = s->model.contact_z[BOOLEANS * c + FREE];
        a->was_at_rest[c] = way(s, c) == 0 && (free < 0 || s->z[free] == 0.0);
    }
}

/* Start an event; relations that have crossed are marked. A slip that has just vanished is zero, a load that
 * has just passed its limit exceeds it. */
void dt_begin_contacts(dt_solver *s)
{
    struct contact *a = &s->contact;
    dt_note_at_rest(s);
    for (int64_t c = 0; c < s->model.n_contact; ++c) {
        for (int i = 0; i < 2; ++i) {
            int64_t k = s->model.contact_rel[2 * c + i];
            if (k < 0 || !s->mode_search.triggered[k])
                continue;
            s->mode_search.triggered[k] = 0;
            if (s->rel[k] != 0.0)
                a->closed[c] = 1;
            else
                a->passed[c] = (int8_t)((i ? -1 : 1) * (a->forced ? 2 : 1));
            s->rel[k] = 0.0;
        }
    }
    a->forced = false;
}

/* Contacts whose changes repeat need not exceed their limits any more: what has just passed its limit at no
 * load, where the limit is zero too, may stay as well as go. False if there are none. */
bool dt_forget_passed(dt_solver *s)
{
    struct contact *a = &s->contact;
    bool any = false;
    for (int64_t c = 0; c < s->model.n_contact; ++c) {
        const double *forward = relation(s, c, true), *backward = relation(s, c, false);
        bool repeats = (forward && s->mode_search.cycling[forward - s->rel]) ||
                       (backward && s->mode_search.cycling[backward - s->rel]);
        if (!repeats || abs(a->passed[c]) != 1)
            continue;
        a->passed[c] = 0;
        a->way[c] = 0;
        any = true;
    }
    return any;
}

/* The same at a start, which has no history, and after an impact, which no friction withstands. */
void dt_forget_contacts(dt_solver *s)
{
    struct contact *a = &s->contact;
    memset(a->closed, 0, (size_t)s->model.n_contact);
    memset(a->passed, 0, (size_t)s->model.n_contact);
    memset(a->was_at_rest, 0, (size_t)s->model.n_contact);
}

/* Rounding error of a slip: it is a difference of speeds, relative to the largest one. */
static double slip_rounding(const dt_solver *s)
{
    double largest = 0.0;
    for (int64_t i = 0; i < s->model.n_x; ++i)
        if (s->model.rate_state[i])
            largest = dt_fmax(largest, fabs(s->io.x[i]));
    return dt_fmax(s->settings.event_noise, dt_fmin(SLIP_BITS * DBL_EPSILON * largest, SLIP_MOST));
}

/* Is the slip of a contact zero? Without inertia it follows from the load; it then is zero unless the contact
 * slides already. */
static bool is_at_rest(const dt_solver *s, int64_t c, double slip, double rounding)
{
    const struct contact *a = &s->contact;
    if (s->model.contact_massless[c])
        return a->closed[c] || !(a->way[c] * slip > 0.0);
    bool small = a->was_at_rest[c] && fabs(slip) <= quantity(s, c, SMALL);
    return fabs(slip) <= rounding || a->closed[c] || small || !relation(s, c, slip > 0.0);
}

/* Find the contacts at rest, and let the others slide in their direction of motion. Those at rest hold,
 * unless decided otherwise. Returns whether this changes a relation. */
static bool find_at_rest(dt_solver *s)
{
    struct contact *a = &s->contact;
    double rounding = slip_rounding(s);
    bool changed = false;
    for (int64_t c = 0; c < s->model.n_contact; ++c) {
        double slip = quantity(s, c, SLIP);
        bool forced = abs(a->passed[c]) == 2, before = a->at_rest[c];
        a->at_rest[c] = !is_free(s, c) && !forced && is_at_rest(s, c, slip, rounding);
        if (forced)
            a->way[c] = a->passed[c] / 2;
        else if (a->at_rest[c] && !before) /* it has just come to rest, so it holds at first */
            a->way[c] = 0;
        else if (!a->at_rest[c]) {
            double zero = is_free(s, c) ? rounding : 0.0; /* a free contact needs no direction */
            a->way[c] = (int8_t)((slip > zero) - (slip < -zero));
        }
        changed |= set_way(s, c, a->way[c]);
    }
    return changed;
}

static double load_noise(dt_solver *s, int64_t c)
{
    int64_t k = s->model.contact_rel[2 * c];
    return dt_noise(s, k >= 0 ? k : s->model.contact_rel[2 * c + 1]);
}

/* Excess of a load over a limit, beyond rounding; one that has just passed it exceeds it in any case. */
static double excess(dt_solver *s, int64_t c, double load, double limit, bool passed)
{
    double noise = dt_fmax(4.0 * load_noise(s, c), DT_LOAD_NOISE * (fabs(load) + fabs(limit)));
    noise = dt_fmax(noise, s->contact.rounding[c]);
    return load - limit + (passed ? DT_PASSED * fabs(limit) : -noise);
}

/* Does the evaluation contradict the decision about a contact at rest? */
static bool contradicts(dt_solver *s, int64_t c)
{
    const struct contact *a = &s->contact;
    double load = quantity(s, c, LOAD);
    if (a->way[c])
        return a->way[c] * quantity(s, c, MOTION) < -a->rounding[c];
    return isnan(load) || excess(s, c, load, quantity(s, c, HIGH), a->passed[c] > 0) > 0.0 ||
           excess(s, c, -load, -quantity(s, c, LOW), a->passed[c] < 0) > 0.0;
}

/* Mark the systems with a contradiction; returns whether there are any. */
static bool find_contradictions(dt_solver *s)
{
    struct contact *a = &s->contact;
    bool any = false;
    dt_measure_noise(s, s->io.g, s->io.memory);
    for (int64_t c = 0; c < s->model.n_contact; ++c)
        if (a->at_rest[c] && contradicts(s, c)) {
            int64_t system = system_of(s, c);
            a->open[system < 0 ? 0 : system] = any = true;
        }
    return any;
}

static bool is_open(const dt_solver *s, int64_t c)
{
    int64_t system = system_of(s, c);
    return s->contact.at_rest[c] && s->contact.open[system < 0 ? 0 : system];
}

/* List the contacts at rest in open systems, system by system; returns their number. */
static int64_t list_open(dt_solver *s)
{
    struct contact *a = &s->contact;
    int64_t count = 0;
    for (int64_t c = 0; c < s->model.n_contact; ++c)
        if (is_open(s, c))
            a->list[count++] = c;
    for (int64_t i = 1; i < count; ++i) /* usually almost sorted */
        for (int64_t j = i; j > 0 && system_of(s, a->list[j]) < system_of(s, a->list[j - 1]); --j) {
            int64_t c = a->list[j];
            a->list[j] = a->list[j - 1];
            a->list[j - 1] = c;
        }
    return count;
}

static void prescribe(dt_solver *s, int64_t c, bool on, double load)
{
    s->pre[s->model.contact_z[BOOLEANS * c + TRIAL]] = on;
    s->pre[s->model.contact_z[BOOLEANS * c + GIVEN]] = on ? load : 0.0;
}

/* Read the answers after an evaluation with prescribed loads: acceleration, and the four limits. */
static void read_answers(const dt_solver *s, int64_t c, double *to)
{
    to[0] = quantity(s, c, MOTION);
    for (int q = LOW; q <= FROM_HIGH; ++q)
        to[1 + q - LOW] = quantity(s, c, (enum quantity)q);
}

static int evaluate(dt_solver *s)
{
    dt_restore_memory(s);
    return dt_evaluate_full(s, s->time, s->x);
}

static double finite_or(double value, double otherwise) { return fabs(value) < DT_UNLIMITED ? value : otherwise; }

/* Initial load: the current one, restricted to the limits. */
static double first_load(const dt_solver *s, int64_t c, double load)
{
    double low = quantity(s, c, LOW), high = quantity(s, c, HIGH);
    return isfinite(load) ? dt_fmax(dt_fmin(load, high), low) : 0.0;
}

/* Magnitude of a load: of the larger of its limits, if any, or its own. */
static double size_of(const dt_solver *s, int64_t c, double load)
{
    double low = finite_or(quantity(s, c, LOW), 0.0), high = finite_or(quantity(s, c, HIGH), 0.0);
    return dt_fmax(dt_fmax(fabs(low), fabs(high)), fabs(load));
}

/* Increment of a load: its effect must be visible next to that of the largest one. */
static double step_of(const dt_solver *s, int64_t c, double load, double largest)
{
    double size = dt_fmax(size_of(s, c, load), VISIBLE * largest), step = size > 0.0 ? size : 1.0;
    if (s->model.contact_massless[c]) /* towards zero, where the equations are still solvable */
        step *= load > 0.0 ? -SMALL_STEP : SMALL_STEP;
    return step;
}

/* Contacts of one mixed system, adjacent in the list. */
struct group {
    int64_t begin, m;
    double *slope;            /* [DT_ANSWERS][m][m] */
};

/* The next group in the list; `end` is where its slopes end. */
static struct group group_from(const dt_solver *s, int64_t count, int64_t begin, double *slope, double **end)
{
    const struct contact *a = &s->contact;
    struct group g = {begin, 1, slope};
    while (begin + g.m < count && system_of(s, a->list[begin + g.m]) == system_of(s, a->list[begin]))
        ++g.m;
    *end = slope + DT_ANSWERS * g.m * g.m;
    return g;
}

/* Evaluate with the j-th contact of each group carrying slightly more than the initial load, or none of them.
 * Returns a dt_code. */
static int evaluate_with(dt_solver *s, int64_t count, int64_t j)
{
    struct contact *a = &s->contact;
    for (int64_t i = 0, place = 0; i < count; ++i) {
        bool same = i > 0 && system_of(s, a->list[i]) == system_of(s, a->list[i - 1]);
        place = same ? place + 1 : 0;
        prescribe(s, a->list[i], true, a->load[i] + (place == j ? a->step[i] : 0.0));
    }
    return evaluate(s);
}

/* Let all of them hold, with prescribed loads: the current ones at first. */
static void begin_answers(dt_solver *s, int64_t count)
{
    struct contact *a = &s->contact;
    double largest = 0.0;
    for (int64_t i = 0; i < count; ++i) {
        a->load[i] = first_load(s, a->list[i], quantity(s, a->list[i], LOAD));
        largest = dt_fmax(largest, size_of(s, a->list[i], a->load[i]));
    }
    for (int64_t i = 0; i < count; ++i) {
        a->step[i] = step_of(s, a->list[i], a->load[i], largest);
        set_way(s, a->list[i], 0);
    }
}

static int64_t largest_group(dt_solver *s, int64_t count)
{
    int64_t most = 0;
    double *end = s->contact.slope;
    for (int64_t begin = 0; begin < count;) {
        struct group g = group_from(s, count, begin, end, &end);
        most = dt_max(most, g.m);
        begin += g.m;
    }
    return most;
}

/* The j-th columns of all slopes, from the last evaluation. */
static void read_columns(dt_solver *s, int64_t count, int64_t j)
{
    struct contact *a = &s->contact;
    double *end = a->slope;
    for (int64_t begin = 0; begin < count;) {
        struct group g = group_from(s, count, begin, end, &end);
        for (int64_t i = 0; i < g.m && j < g.m; ++i) {
            double answer[DT_ANSWERS], *first = a->first + DT_ANSWERS * (begin + i);
            read_answers(s, a->list[begin + i], answer);
            for (int k = 0; k < DT_ANSWERS; ++k)
                g.slope[(k * g.m + i) * g.m + j] = (answer[k] - first[k]) / a->step[begin + j];
        }
        begin += g.m;
    }
}

/* Accelerations and limits of the listed contacts as functions of their loads; other relations are first made
 * consistent with these, and so are the branches of limits. Returns a dt_status. */
static int find_answers(dt_solver *s, int64_t count, int (*settle)(dt_solver *))
{
    struct contact *a = &s->contact;
    int64_t most = largest_group(s, count);
    for (int64_t i = 0; i < count; ++i)
        prescribe(s, a->list[i], true, a->load[i]);
    int status = settle(s), code = DT_OK;
    for (int64_t i = 0; status == DT_DONE && i < count; ++i)
        read_answers(s, a->list[i], a->first + DT_ANSWERS * i);
    for (int64_t j = 0; status == DT_DONE && code == DT_OK && j < most; ++j) {
        code = evaluate_with(s, count, j);
        if (code == DT_OK)
            read_columns(s, count, j);
    }
    for (int64_t i = 0; i < count; ++i)
        prescribe(s, a->list[i], false, 0.0);
    return code == DT_OK ? status : dt_fail_block(s, code);
}

/* Decide about the contacts of one group; their loads are then those found. False if no pattern is
 * consistent. */
static bool decide_group(dt_solver *s, struct group g)
{
    struct contact *a = &s->contact;
    struct decision d = {.m = g.m, .first = a->first + DT_ANSWERS * g.begin, .slope = g.slope,
                         .load = a->load + g.begin, .passed = a->passed_of + g.begin,
                         .way = a->way_of + g.begin, .noise = a->noise_of + g.begin, .work = a->work,
                         .state = a->state, .next = a->state + g.m, .trial = a->state + 2 * g.m,
                         .order = a->order};
    for (int64_t i = 0; i < g.m; ++i)
        d.passed[i] = a->passed[a->list[g.begin + i]];
    return dt_decide(&d);
}

/* Decide about all groups; false if one of them has no consistent pattern, which is then noted. */
static bool decide_groups(dt_solver *s, int64_t count, struct group *failed)
{
    double *end = s->contact.slope;
    bool good = true;
    for (int64_t begin = 0; begin < count;) {
        struct group g = group_from(s, count, begin, end, &end);
        if (!decide_group(s, g)) {
            good = false;
            *failed = g;
        }
        begin += g.m;
    }
    return good;
}

/* No motion of these contacts is consistent: friction proportional to a load may leave none, and so may
 * friction that falls with speed where nothing has inertia. */
static int fail_contacts(dt_solver *s, const int64_t *list, int64_t count)
{
    s->failure.n_relations = 0;
    for (int64_t i = 0; i < 2 * count; ++i) {
        int64_t k = s->model.contact_rel[2 * list[i / 2] + i % 2];
        if (k >= 0)
            s->failed_relations[s->failure.n_relations++] = k;
    }
    return dt_fail(s, DT_NO_MODES);
}

/* Have loads changed since the answers were computed, so that load-dependent limits may differ? */
static bool loads_moved(const dt_solver *s, int64_t count)
{
    const struct contact *a = &s->contact;
    for (int64_t i = 0; i < count; ++i)
        if (fabs(a->load[i] - a->load_before[i]) > DT_LOAD_NOISE * (fabs(a->load[i]) + fabs(a->step[i])))
            return true;
    return false;
}

/* Do limits depend on loads? */
static bool limits_follow(const dt_solver *s, int64_t count)
{
    const struct contact *a = &s->contact;
    double *end = a->slope;
    for (int64_t begin = 0; begin < count;) {
        struct group g = group_from(s, count, begin, end, &end);
        if (dt_limits_follow(g.m, g.slope))
            return true;
        begin += g.m;
    }
    return false;
}

static bool any_slides(const dt_solver *s, struct group g)
{
    for (int64_t i = g.begin; i < g.begin + g.m; ++i)
        if (s->contact.way_of[i])
            return true;
    return false;
}

/* Let the contacts slide for which this was decided. If there are none, others now hold the motion of the one
 * that has passed its limit. */
static void take_over(dt_solver *s, int64_t count)
{
    struct contact *a = &s->contact;
    double *end = a->slope;
    for (int64_t begin = 0; begin < count;) {
        struct group g = group_from(s, count, begin, end, &end);
        bool slides = any_slides(s, g);
        for (int64_t i = begin; i < begin + g.m; ++i) {
            int64_t c = a->list[i];
            a->way[c] = a->way_of[i];
            a->rounding[c] = a->noise_of[i];
            a->passed[c] = slides ? a->passed[c] : 0;
            set_way(s, c, a->way[c]);
        }
        begin += g.m;
    }
}

/* Decide about the contacts of open systems. Limits that depend on loads may have kinks; then the answers are
 * computed again for the resulting loads. Returns a dt_status. */
static int decide(dt_solver *s, int (*settle)(dt_solver *))
{
    struct contact *a = &s->contact;
    int64_t count = list_open(s);
    struct group failed = {0};
    bool good = false, goes_on = true;
    begin_answers(s, count);
    for (int round = 0; goes_on && round < MOST_BENDS + 2 * count; ++round) {
        int status = find_answers(s, count, settle);
        if (status != DT_DONE)
            return status;
        memcpy(a->load_before, a->load, (size_t)count * sizeof *a->load);
        good = decide_groups(s, count, &failed);
        goes_on = limits_follow(s, count) && loads_moved(s, count);
    }
    if (!good && !limits_follow(s, count)) /* else other relations may help */
        return fail_contacts(s, a->list + failed.begin, failed.m);
    take_over(s, count);
    ++s->stats.searches;
    return DT_DONE;
}

/* Contacts that cannot hold together leave no solution: evaluate with prescribed loads instead. Returns a
 * dt_status. */
static int let_all_slip(dt_solver *s, int (*settle)(dt_solver *))
{
    for (int64_t c = 0; c < s->model.n_contact; ++c)
        prescribe(s, c, way(s, c) == 0, 0.0);
    int status = settle(s);
    for (int64_t c = 0; c < s->model.n_contact; ++c)
        prescribe(s, c, false, 0.0);
    return status;
}

static void close_all(dt_solver *s)
{
    memset(s->contact.open, 0, (size_t)s->mode_search.n_blocks + 1);
}

/* Mark all contacts at rest as open. */
static void open_all(dt_solver *s)
{
    memset(s->contact.open, 1, (size_t)s->mode_search.n_blocks + 1);
}

/* Make relations and contacts consistent at the present point; `settle` does so for the other relations with
 * contacts unchanged. Returns a dt_status. */
int dt_find_contacts(dt_solver *s, int (*settle)(dt_solver *))
{
    struct contact *a = &s->contact;
    int64_t n = s->model.n_contact;
    memset(a->way, 0, (size_t)n);
    memset(a->rounding, 0, (size_t)n * sizeof *a->rounding);
    for (int64_t c = 0; c < n; ++c)
        a->way[c] = (int8_t)(a->at_rest[c] && !s->model.contact_massless[c] ? 0 : way(s, c));
    for (int64_t c = 0; c < n; ++c)
        set_way(s, c, a->way[c]);
    for (int round = 0; round < CONTACT_ROUNDS + n; ++round) {
        int status = settle(s);
        bool unsolved = status == DT_BLOCK_FAILED || status == DT_NO_MODES;
        if (unsolved) {
            dt_clear_failure(s);
            status = let_all_slip(s, settle);
        }
        if (status != DT_DONE)
            return status;
        if (find_at_rest(s))
            continue;
        close_all(s);
        if (unsolved)
            open_all(s);
        else if (!find_contradictions(s))
            return DT_DONE;
        status = decide(s, settle);
        if (status != DT_DONE)
            return status;
    }
    return fail_contacts(s, a->list, list_open(s));
}

/* Does a contact slide, by the last decision? */
bool dt_slides(const dt_solver *s, int64_t contact) { return !is_free(s, contact) && way(s, contact) != 0; }

/* Is the last evaluation consistent with the decisions? */
bool dt_contacts_agree(dt_solver *s)
{
    close_all(s);
    return !find_contradictions(s);
}

/* Does a contact hold, by the decision at the last event? */
static bool holds(const dt_solver *s, int64_t c) { return s->contact.at_rest[c] && way(s, c) == 0; }

/* Do several contacts of one mixed system hold? */
bool dt_hold_together(dt_solver *s)
{
    uint8_t *found = s->contact.open;
    close_all(s);
    for (int64_t c = 0; c < s->model.n_contact; ++c) {
        int64_t system = system_of(s, c);
        if (!holds(s, c) || system < 0)
            continue;
        if (found[system])
            return true;
        found[system] = 1;
    }
    return false;
}

/* Does a contact that holds carry this fraction of its limit, at the last evaluation? */
bool dt_any_near_limit(const dt_solver *s, const dt_io *io, double part)
{
    for (int64_t c = 0; c < s->model.n_contact; ++c) {
        if (!holds(s, c))
            continue;
        double load = quantity_in(s, io, c, LOAD), noise = DT_LOAD_NOISE * fabs(load);
        if (load >= part * quantity_in(s, io, c, HIGH) - noise || load <= part * quantity_in(s, io, c, LOW) + noise)
            return true;
    }
    return false;
}
