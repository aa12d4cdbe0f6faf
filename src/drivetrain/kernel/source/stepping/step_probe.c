/* Check whether changes within a step match the integrals of their rates.
 *
 * In some accepted steps the change of every state, of every quadrature and of every recorded variable whose
 * derivative is also recorded is compared with a quadrature of its rate. The rates are those of the model on
 * the continuous extension, with every branch that changes without an event evaluated as it is there: nothing
 * is taken from the method, from its stages or from the branches on which it stays. Three Gauss nodes suffice
 * where a step is smooth. An apparent discrepancy is checked again before it counts: with states displaced by
 * their tolerances, since a fast mode turns these into large rates, and over more and more panels, since a
 * step may contain a legitimate kink.
 *
 * A probe has memory of its own for all outputs and does not affect the run. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "stepping.h"
#include "../methods/methods.h"
#include "../model/model.h"

/* Longest rows for which steps are probed: beyond, the memory would be considerable. */
#define LONGEST_ROW ((int64_t)1 << 17)
/* Steps that are probed: these first ones, each this many times later than the one before, then at this
 * interval. Steps without relations are so fast that the very first is omitted. */
#define FIRST_STEP 4
#define LATER 12
#define REGULAR 128
/* For long models the second one is this late. */
#define LONG 200
/* If relations do not cause full evaluations anyway, pairs are examined in one of this many steps, with this
 * many numbers in a row counting as one more; the first time after a fraction of that. */
#define WHOLE 256
#define NUMBERS_FOR_STEP 32
#define WHOLE_FIRST 8
/* In addition, of those after an event and after a discontinuity, this many at first and then one in this
 * many steps. */
#define BEHIND_EVENTS 1
#define BEHIND_DISCONTINUITIES 8
#define STEPS_FOR_ONE 256
/* Evaluations allowed: this many, and one more per this many steps. */
#define PROBE_LOOKS 200
#define STEPS_FOR_LOOK 8
/* Steps of fewer last bits of time are not informative. */
#define SHORTEST 1e4
/* Distance from the ends of a step at which values are taken: the positions of events and discontinuities are
 * known less exactly. */
#define ASIDE 1e-6
/* A discrepancy above this multiple of the allowed one is checked again, */
#define SUSPICIOUS 8.0
/* with states displaced this often, */
#define MOVES 8
/* over at most this many panels, */
#define MOST_PANELS 64
/* and until quadratures agree to this fraction of the discrepancy. */
#define AGREED 0.1
/* Fraction of the tolerance of a quantity of magnitude 1 that is negligible. */
#define NOTHING 1e-3
/* No method controls the errors of quadratures: fractions of their change, and of that of the largest one,
 * which they may be off by however small the tolerances are. */
#define OF_CHANGE 1e-4
#define OF_LARGEST 1e-8
/* Fraction of its highest term that a continuous extension may be off by within a step. */
#define EXTENSION 0.1
/* Last bits of a value that rounding may affect, in each direction. */
#define PROBE_ROUNDING 8.0

/* Nodes and weights of the Gauss rule within [0, 1]. */
#define NODES 3
static const double NODE[NODES] = {0.11270166537925831, 0.5, 0.88729833462074169};
static const double WEIGHT[NODES] = {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0};

/* The valid part of a step. */
struct part {
    double begin, end;
};

/* Rates, then pairs if these are probed. */
static int64_t n_quantities(const dt_solver *s)
{
    return s->n + (s->step_probe.whole ? s->model.n_pair : 0);
}

bool dt_may_probe_steps(const dt_solver *s)
{
    const dt_model *m = &s->model;
    int64_t row = s->n + m->n_z + m->n_y + m->n_factors;
    return s->settings.step_probes && s->n > 0 && row <= LONGEST_ROW;
}

void dt_step_probe_start(dt_solver *s)
{
    struct step_probe *p = &s->step_probe;
    p->found = (dt_step_probe){.quantity = -1};
    p->next = s->model.n_rel ? FIRST_STEP : LATER * FIRST_STEP;
    p->events = p->discontinuities = p->looks = p->next_whole = 0;
    p->behind_discontinuity = false;
}

/* ------------------------------------------------------------------------ evaluation */

/* Read the data of the run, but write the outputs of `full` to memory of the probe. */
static void see_the_run(dt_solver *s)
{
    struct step_probe *p = &s->step_probe;
    dt_io own = p->io;
    p->io = s->io;
    p->io.initial = 0;
    p->io.memory = own.memory;
    p->io.xdot = own.xdot;
    p->io.z_out = own.z_out;
    p->io.g = own.g;
    p->io.t_event = own.t_event;
    p->io.reinit_on = own.reinit_on;
    p->io.reinit_value = own.reinit_value;
    p->io.impact_on = own.impact_on;
    p->io.restitution = own.restitution;
    p->io.assert_ok = own.assert_ok;
    p->io.y = own.y;
    p->io.delay_value = own.delay_value;
    p->io.delay_time = own.delay_time;
    p->io.switching = own.switching;
    p->io.angle = own.angle;
    p->io.longest_step = own.longest_step;
    p->io.factors = own.factors;
    p->io.branch = own.branch;
}

/* Evaluate everything at a time and at p->x, or just the rates if these suffice. Returns a dt_code. */
static int evaluate(dt_solver *s, double t)
{
    struct step_probe *p = &s->step_probe;
    if (s->model.n_memory)
        memcpy(p->io.memory, s->memory_kept, (size_t)s->model.n_memory * sizeof(double));
    p->io.time = t;
    p->io.x = p->x;
    p->io.failed_block = -1;
    ++p->looks;
    return p->whole ? s->model.full(&p->io) : s->model.ode(&p->io);
}

/* The same within the step. */
static int look(dt_solver *s, double t)
{
    dt_interpolate(s, t, s->step_probe.x);
    return evaluate(s, t);
}

/* Value with this index in (x | q | z | y) at the last evaluation of the probe. */
static double value(const dt_solver *s, int64_t index)
{
    const dt_io *io = &s->step_probe.io;
    if (index < s->n)
        return io->x[index];
    index -= s->n;
    return index < s->model.n_z ? io->z[index] : io->y[index - s->model.n_z];
}

/* Rate of quantity i there. */
static double rate(const dt_solver *s, int64_t i)
{
    return i < s->n ? s->step_probe.io.xdot[i] : value(s, s->model.pair_rate[i - s->n]);
}

/* ------------------------------------------------------------------------ quadrature */

/* Add rates to integrals. */
DT_INLINE void add(int64_t n, double weight, const double *restrict f, double *restrict sum,
                   double *restrict largest)
{
    for (int64_t i = 0; i < n; ++i) {
        double size = fabs(f[i]);
        sum[i] += weight * f[i];
        largest[i] = size > largest[i] ? size : largest[i];
    }
}

/* Integrals of all rates over the part of the step, with that many panels. Returns a dt_code. */
static int integrate(dt_solver *s, struct part part, int64_t panels, double *sum)
{
    struct step_probe *p = &s->step_probe;
    int64_t n = n_quantities(s);
    double h = (part.end - part.begin) / (double)panels;
    memset(sum, 0, (size_t)n * sizeof *sum);
    for (int64_t k = 0; k < panels * NODES; ++k) {
        int64_t panel = k / NODES, node = k % NODES;
        int code = look(s, part.begin + h * ((double)panel + NODE[node]));
        if (code)
            return code;
        add(s->n, h * WEIGHT[node], p->io.xdot, sum, p->largest);
        for (int64_t i = s->n; i < n; ++i) {
            double f = rate(s, i);
            add(1, h * WEIGHT[node], &f, sum + i, p->largest + i);
        }
    }
    return DT_OK;
}

/* Changes of states and quadratures over the part of the step, and their rounding errors. */
static void find_changes(dt_solver *s, struct part part)
{
    struct step_probe *p = &s->step_probe;
    dt_interpolate(s, part.end, p->x);
    for (int64_t i = 0; i < s->n; ++i) {
        p->change[i] = p->x[i] - s->x[i];
        p->size[i] = dt_fmax(fabs(p->x[i]), fabs(s->x[i]));
    }
}

/* The same for pairs. Returns a dt_code. */
static int find_changes_of_pairs(dt_solver *s, struct part part)
{
    struct step_probe *p = &s->step_probe;
    double aside = ASIDE * (part.end - part.begin);
    for (int side = 0; p->whole && s->model.n_pair && side < 2; ++side) {
        int code = look(s, side ? part.end - aside : part.begin + aside);
        if (code)
            return code;
        for (int64_t k = 0; k < s->model.n_pair; ++k) {
            int64_t i = s->n + k;
            double v = value(s, s->model.pair_value[k]);
            p->change[i] = (side ? p->change[i] + v : -v) + aside * rate(s, i);
            p->size[i] = dt_fmax(side ? p->size[i] : 0.0, fabs(v));
        }
    }
    return DT_OK;
}

/* ------------------------------------------------------------------------ what is allowed */

/* Tolerances for quantities that have none of their own. */
struct common {
    double relative;          /* largest relative tolerance of a state, */
    double least;             /* negligible change of a pair */
    double quadrature;        /* and of a quadrature */
};

static struct common common_tolerances(const dt_solver *s)
{
    const dt_settings *set = &s->settings;
    struct common c = {DBL_EPSILON, 0.0, 0.0};
    double largest = 0.0;
    for (int64_t i = 0; i < s->model.n_x; ++i)
        c.relative = dt_fmax(c.relative, set->rtol[i]);
    c.least = NOTHING * c.relative;
    for (int64_t i = s->model.n_x; i < s->n; ++i)
        largest = dt_fmax(largest, s->step_probe.size[i]);
    c.quadrature = dt_fmax(c.relative, OF_LARGEST) * largest + c.least;
    return c;
}

/* Discrepancies allowed in any case: the tolerance of a state, fractions of the changes of others, and
 * rounding, including that of time. */
static void allow_tolerance(dt_solver *s, struct part part)
{
    struct step_probe *p = &s->step_probe;
    struct common c = common_tolerances(s);
    double h = part.end - part.begin, bit = dt_ulp(part.end);
    for (int64_t i = 0; i < n_quantities(s); ++i) {
        double change = h * p->largest[i], own = c.relative * change + c.least;
        if (i < s->model.n_x)
            own = dt_state_tolerance(s, i, p->size[i]);
        else if (i < s->n)
            own = dt_fmax(c.relative, OF_CHANGE) * change + c.quadrature;
        p->allowed[i] = own + PROBE_ROUNDING * (DBL_EPSILON * p->size[i] + bit * p->largest[i]);
    }
}

/* A pseudo-random but reproducible sign. */
static double sign_of(uint64_t i, uint64_t move)
{
    uint64_t bits = (i + 1) * 0x9E3779B97F4A7C15u ^ (move + 1) * 0xBF58476D1CE4E5B9u;
    bits = (bits ^ bits >> 31) * 0x94D049BB133111EBu;
    return bits >> 63 ? -1.0 : 1.0;
}

/* Uncertainty of state i at this place a of the current step: its tolerance, and the error of the continuous
 * extension, whose order is less than that of the step. */
static double uncertainty(const dt_solver *s, int64_t i, double a)
{
    double bend = a * (1.0 - a), highest = s->dense[DT_DEGREE - 1][i];
    return dt_state_tolerance(s, i, fabs(s->step_probe.x[i])) + EXTENSION * bend * bend * fabs(highest);
}

/* Allow for the change of rates and values when states are displaced that far, at this place of the part. If
 * the model cannot be evaluated there, e.g. since states are coupled, nothing more is allowed. */
static void allow_move(dt_solver *s, struct part part, double place, int64_t move)
{
    struct step_probe *p = &s->step_probe;
    double h = part.end - part.begin, t = part.begin + place * h;
    if (look(s, t))
        return;
    for (int64_t i = 0; i < n_quantities(s); ++i)
        p->before[i] = rate(s, i);
    for (int64_t k = 0; p->whole && k < s->model.n_pair; ++k)
        p->value[k] = value(s, s->model.pair_value[k]);
    double a = (t - s->time_start) / (s->time_end - s->time_start);
    for (int64_t i = 0; i < s->model.n_x; ++i)
        p->x[i] += sign_of((uint64_t)i, (uint64_t)move) * uncertainty(s, i, a);
    if (evaluate(s, t))
        return;
    for (int64_t i = 0; i < n_quantities(s); ++i) {
        double moved = h * fabs(rate(s, i) - p->before[i]);
        if (i >= s->n)
            moved += fabs(value(s, s->model.pair_value[i - s->n]) - p->value[i - s->n]);
        if (isfinite(moved))
            p->moved[i] = dt_fmax(p->moved[i], moved);
    }
}

/* ------------------------------------------------------------------------ verdict */

/* Certain discrepancy of a quantity, as a multiple of the allowed one. */
static double ratio(const struct step_probe *p, int64_t i)
{
    double missed = fabs(p->change[i] - p->integral[i]) - p->doubt[i];
    return missed > 0.0 ? missed / (p->allowed[i] + p->moved[i]) : 0.0;
}

/* The quantity in this range with the largest discrepancy. Those that are not finite are ignored. */
static int64_t worst_between(const dt_solver *s, int64_t first, int64_t last, double *most)
{
    int64_t worst = -1;
    *most = -1.0;
    for (int64_t i = first; i < last; ++i) {
        double found = ratio(&s->step_probe, i);
        if (found > *most) {
            *most = found;
            worst = i;
        }
    }
    return worst;
}

static double worst_ratio(const dt_solver *s)
{
    double most;
    worst_between(s, 0, n_quantities(s), &most);
    return most;
}

/* The quantity to report: the one with the largest discrepancy; but if a state or a pair is suspicious, no
 * quadrature. */
static int64_t culprit(const dt_solver *s, double *most)
{
    double of_pairs;
    int64_t state = worst_between(s, 0, s->model.n_x, most);
    int64_t pair = worst_between(s, s->n, n_quantities(s), &of_pairs);
    if (dt_fmax(*most, of_pairs) <= SUSPICIOUS)
        return worst_between(s, 0, n_quantities(s), most);
    bool later = of_pairs > *most;
    *most = later ? of_pairs : *most;
    return later ? pair : state;
}

/* Is there a suspicious quantity whose integral is still in doubt? */
static bool any_doubt(const dt_solver *s)
{
    const struct step_probe *p = &s->step_probe;
    for (int64_t i = 0; i < n_quantities(s); ++i)
        if (ratio(p, i) > SUSPICIOUS && p->doubt[i] > AGREED * fabs(p->change[i] - p->integral[i]))
            return true;
    return false;
}

/* Integrate over more and more panels, as long as the discrepancy is in doubt: across a jump two integrals
 * may agree by chance, but hardly three. Returns a dt_code. */
static int refine(dt_solver *s, struct part part)
{
    struct step_probe *p = &s->step_probe;
    int agreed = 0;
    for (int64_t panels = 2; agreed < 2 && panels <= MOST_PANELS; panels *= 2) {
        int code = integrate(s, part, panels, p->before);
        if (code)
            return code;
        for (int64_t i = 0; i < n_quantities(s); ++i) {
            p->doubt[i] = fabs(p->before[i] - p->integral[i]);
            p->integral[i] = p->before[i];
        }
        if (worst_ratio(s) <= SUSPICIOUS)
            break;
        agreed = any_doubt(s) ? 0 : agreed + 1;
    }
    return DT_OK;
}

/* Check again a step with an apparent discrepancy. Returns a dt_code. */
static int look_again(dt_solver *s, struct part part)
{
    double most = INFINITY;
    for (int64_t k = 0; most > SUSPICIOUS && k < MOVES; ++k) {
        allow_move(s, part, NODE[(k + 1) % NODES], k);
        most = worst_ratio(s);
    }
    if (most <= SUSPICIOUS)
        return DT_OK;
    ++s->step_probe.found.refined;
    return refine(s, part);
}

static void note(dt_solver *s, struct part part)
{
    struct step_probe *p = &s->step_probe;
    double most;
    int64_t worst = culprit(s, &most);
    ++p->found.steps;
    if (worst < 0 || (p->found.quantity >= 0 && most <= p->found.ratio))
        return;
    p->found.ratio = most;
    p->found.quantity = worst;
    p->found.begin = part.begin;
    p->found.end = part.end;
    p->found.change = p->change[worst];
    p->found.integral = p->integral[worst];
    p->found.allowed = p->allowed[worst] + p->moved[worst];
}

/* Compare the current step, as far as it is valid, with its rates. If the model cannot be evaluated there is
 * no result. */
static void probe(dt_solver *s, struct part part)
{
    struct step_probe *p = &s->step_probe;
    size_t bytes = (size_t)n_quantities(s) * sizeof(double);
    see_the_run(s);
    memset(p->largest, 0, bytes);
    memset(p->moved, 0, bytes);
    memset(p->doubt, 0, bytes);
    find_changes(s, part);
    if (find_changes_of_pairs(s, part) || integrate(s, part, 1, p->integral))
        return;
    allow_tolerance(s, part);
    if (worst_ratio(s) > 1.0 && look_again(s, part))
        return;
    note(s, part);
}

/* ------------------------------------------------------------------------ which steps */

/* Is everything to be examined, including pairs? */
static bool is_whole(dt_solver *s)
{
    struct step_probe *p = &s->step_probe;
    int64_t every = WHOLE + s->model.n_y / NUMBERS_FOR_STEP;
    if (s->model.n_rel)
        return true;
    if (s->model.n_pair == 0)
        return false;
    if (s->stats.steps < p->next_whole + every / WHOLE_FIRST)
        return false;
    p->next_whole = s->stats.steps + every;
    return true;
}

/* May another one of these be probed? */
static bool within(const dt_solver *s, int64_t *count, int64_t most)
{
    if (*count >= most + s->stats.steps / STEPS_FOR_ONE)
        return false;
    ++*count;
    return true;
}

static bool is_chosen(dt_solver *s)
{
    struct step_probe *p = &s->step_probe;
    int64_t step = s->stats.steps;
    bool within_step = s->branches.changed && !s->branches.cut; /* passed without ending the step there */
    bool behind = p->behind_discontinuity || within_step;
    p->behind_discontinuity = s->branches.changed || s->branches.cut;
    if (p->looks > PROBE_LOOKS + step / STEPS_FOR_LOOK)
        return false;
    if (step >= p->next) {
        bool early = LATER * step < step + REGULAR && s->n <= LONG;
        p->next = early ? LATER * step : step + REGULAR;
        return true;
    }
    if (behind)
        return within(s, &p->discontinuities, BEHIND_DISCONTINUITIES);
    bool event = s->after_event && step > 1; /* the start does not count */
    return event && within(s, &p->events, BEHIND_EVENTS);
}

/* After an accepted step, before it is committed: probe it if it is due. */
void dt_probe_step(dt_solver *s)
{
    if (!s->step_probe.on || !is_chosen(s))
        return;
    struct part part = {s->time_start, s->time_due};
    if (part.end - part.begin <= SHORTEST * dt_ulp(part.end))
        return;
    s->step_probe.whole = is_whole(s);
    probe(s, part);
}

void dt_get_step_probe(const dt_solver *s, dt_step_probe *found) { *found = s->step_probe.found; }
