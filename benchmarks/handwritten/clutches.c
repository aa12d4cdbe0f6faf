/* Coupled clutches with given parameters, integrated by a loop that can do nothing else.
 *
 * Four inertias in a row, joined by three clutches (coefficient of friction 0.5, 1.1 times that at
 * rest); 10 sin(10 pi t) drives the first one. The force of the first clutch is
 * fn_max cos(0.4 pi t) as long as that is positive, those of the others are 0 and from some time on
 * fn_max. The pair of Dormand and Prince with its dense output, as in chain.c; every step ends at
 * the first event in it, located to the last bits. Nothing is recorded but the final speeds.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "dormand_prince.h"

#define BODIES 4
#define CLUTCHES 3
#define STATES (2 * BODIES)
#define PI 3.141592653589793
#define MU 0.5
#define PEAK 1.1
#define EVENTS_MOST 1000

enum mode { BACKWARD = -1, STUCK = 0, FORWARD = 1, FREE = 2 };

/* x: angles, then speeds. load: torque that a clutch passes from the body before it to the next. */
typedef struct run {
    const double *inertia, *force, *closing;
    double tolerance;
    int mode[CLUTCHES];
    int closed[CLUTCHES]; /* its force is positive */
    double x[STATES], x_new[STATES], k[STAGES][STATES];
    double load[CLUTCHES];
    double guard; /* the smallest one at the start of the step, or nothing known */
    double signal;          /* of the first clutch, at the point of `load` */
    int64_t steps, events;
} run;

static double sliding_load(const run *r, int i)
{
    return MU * r->force[i] * (i == 0 ? r->signal : 1.0);
}

/* Loads of the clutches that stick, from equal accelerations of both sides: up to three unknowns
 * in a row. `drive` is the torque on the first body. */
static void hold(run *r, double drive)
{
    double upper[CLUTCHES], pivot = 0.0;
    for (int i = 0; i < CLUTCHES; ++i) {
        if (r->mode[i] != STUCK) {
            upper[i] = 0.0;
            continue;
        }
        double before = 1.0 / r->inertia[i], after = 1.0 / r->inertia[i + 1];
        int coupled = i > 0 && r->mode[i - 1] == STUCK;
        double right = (i == 0 ? drive : r->load[i - 1]) * before;
        if (i + 1 < CLUTCHES && r->mode[i + 1] != STUCK)
            right += r->load[i + 1] * after;
        pivot = before + after - (coupled ? before * upper[i - 1] : 0.0);
        upper[i] = after / pivot;
        r->load[i] = right / pivot;
    }
    for (int i = CLUTCHES - 2; i >= 0; --i)
        if (r->mode[i] == STUCK && r->mode[i + 1] == STUCK)
            r->load[i] += upper[i] * r->load[i + 1];
}

static void rates(run *r, double t, const double *x, double *k)
{
    double drive = 10.0 * sin(10.0 * PI * t);
    int sticks = 0;
    r->signal = r->closed[0] ? cos(0.4 * PI * t) : 0.0;
    for (int i = 0; i < CLUTCHES; ++i) {
        sticks |= r->mode[i] == STUCK;
        r->load[i] = r->mode[i] == FREE || r->mode[i] == STUCK ? 0.0 : r->mode[i] * sliding_load(r, i);
    }
    if (sticks)
        hold(r, drive);
    for (int i = 0; i < BODIES; ++i) {
        double left = i == 0 ? drive : r->load[i - 1], right = i < CLUTCHES ? r->load[i] : 0.0;
        k[i] = x[BODIES + i];
        k[BODIES + i] = (left - right) / r->inertia[i];
    }
}

/* The smallest guard at the point of the last call of `rates`, and whose it is. */
static double smallest_guard(run *r, const double *x, int *whose)
{
    double smallest = r->closed[0] ? r->signal : INFINITY;
    *whose = 0;
    for (int i = 0; i < CLUTCHES; ++i) {
        double slip = x[BODIES + i] - x[BODIES + i + 1];
        double guard = r->mode[i] == FREE    ? INFINITY
                       : r->mode[i] == STUCK ? PEAK * sliding_load(r, i) - fabs(r->load[i])
                                             : r->mode[i] * slip;
        if (guard < smallest)
            smallest = guard, *whose = i;
    }
    return smallest;
}

/* to = x + h * sum of the first terms; their number is a constant at every call. */
static inline __attribute__((always_inline)) void stage(run *r, double t, double h, int terms, double *to)
{
    for (int n = 0; n < STATES; ++n) {
        double sum = A[terms][0] * r->k[0][n];
        if (terms > 1 && terms < 6) sum += A[terms][1] * r->k[1][n];
        if (terms > 2) sum += A[terms][2] * r->k[2][n];
        if (terms > 3) sum += A[terms][3] * r->k[3][n];
        if (terms > 4) sum += A[terms][4] * r->k[4][n];
        if (terms > 5) sum += A[terms][5] * r->k[5][n];
        to[n] = r->x[n] + h * sum;
    }
    rates(r, t + C[terms] * h, to, r->k[terms]);
}

/* A step of size h; returns its error over the tolerance. */
static double attempt(run *r, double t, double h)
{
    double point[STATES], sum = 0.0;
    stage(r, t, h, 1, point);
    stage(r, t, h, 2, point);
    stage(r, t, h, 3, point);
    stage(r, t, h, 4, point);
    stage(r, t, h, 5, point);
    stage(r, t, h, 6, r->x_new);
    for (int n = 0; n < STATES; ++n) {
        double error = E[0] * r->k[0][n] + E[2] * r->k[2][n] + E[3] * r->k[3][n] + E[4] * r->k[4][n]
                       + E[5] * r->k[5][n] + E[6] * r->k[6][n];
        double ratio = h * error / (r->tolerance * (1.0 + fmax(fabs(r->x[n]), fabs(r->x_new[n]))));
        sum += ratio * ratio;
    }
    return sqrt(sum / STATES);
}

/* The states at t + theta h. */
static void interpolate(const run *r, double theta, double h, double *x)
{
    double left = 1.0 - theta, quartic = theta * theta * left * left * h;
    double at_new = theta * theta * (3.0 - 2.0 * theta), b[STAGES];
    for (int j = 0; j < STAGES; ++j)
        b[j] = quartic * D[j];
    b[0] += h * theta * left * left;
    b[6] -= h * theta * theta * left;
    for (int n = 0; n < STATES; ++n)
        x[n] = r->x[n] + at_new * (r->x_new[n] - r->x[n]) + b[0] * r->k[0][n] + b[2] * r->k[2][n]
               + b[3] * r->k[3][n] + b[4] * r->k[4][n] + b[5] * r->k[5][n] + b[6] * r->k[6][n];
}

static double guard_within(run *r, double t, double theta, double h, int *whose)
{
    double x[STATES], k[STATES];
    interpolate(r, theta, h, x);
    rates(r, t + theta * h, x, k);
    return smallest_guard(r, x, whose);
}

/* The first instant, as a fraction of the step, at which a guard is not positive, by regula falsi with
 * the rule of Illinois; whose it is, -1 if there is none. The last stage has been at the end. */
static double first_event(run *r, double t, double h, int *whose)
{
    int found;
    double low = 0.0, at_low = r->guard, high = 1.0, at_high = smallest_guard(r, r->x_new, &found);
    double at_end = at_high, middle = guard_within(r, t, 0.5, h, whose);
    r->guard = at_end;
    if (middle <= 0.0) {
        high = 0.5, at_high = middle, found = *whose;
    } else {
        low = 0.5, at_low = middle;
    }
    *whose = at_high > 0.0 ? -1 : found;
    for (int side = 0, round = 1; *whose >= 0 && h * (high - low) > 4e-16 * t; ++round) {
        double theta = low + (high - low) * at_low / (at_low - at_high);
        if (round % 4 == 0 || !(theta > low && theta < high))
            theta = 0.5 * (low + high);
        if (!(theta > low && theta < high))
            break;
        double value = guard_within(r, t, theta, h, &found);
        if (value > 0.0) {
            low = theta, at_low = value;
            at_high *= side > 0 ? 0.5 : 1.0;
            side = 1;
        } else {
            high = theta, at_high = value, *whose = found;
            at_low *= side < 0 ? 0.5 : 1.0;
            side = -1;
        }
    }
    return high;
}

/* Modes after an event: what is at rest holds if its load lets it. Which clutches hold follows from all
 * of them, one letting go at a time. */
static void settle(run *r, double t)
{
    for (int worst = 0; worst >= 0;) {
        double excess = 0.0;
        worst = -1;
        rates(r, t, r->x, r->k[0]);
        for (int i = 0; i < CLUTCHES; ++i) {
            double limit = PEAK * sliding_load(r, i) * (1.0 + 1e-12);
            if (r->mode[i] == STUCK && fabs(r->load[i]) - limit > excess) {
                excess = fabs(r->load[i]) - limit;
                worst = i;
            }
        }
        if (worst >= 0)
            r->mode[worst] = r->load[worst] > 0.0 ? FORWARD : BACKWARD;
    }
}

/* Close the clutches that are due. */
static void close_clutches(run *r, double t)
{
    const double *w = r->x + BODIES;
    for (int i = 1; i < CLUTCHES; ++i)
        if (!r->closed[i] && t >= r->closing[i - 1]) {
            r->closed[i] = 1;
            r->mode[i] = w[i] > w[i + 1] ? FORWARD : w[i] < w[i + 1] ? BACKWARD : STUCK;
        }
}

/* The guard of this clutch has passed zero. */
static void change_mode(run *r, int whose)
{
    double *w = r->x + BODIES;
    if (whose == 0 && r->signal <= 1e-12) {
        r->closed[0] = 0;
        r->mode[0] = FREE;
    } else if (r->mode[whose] == STUCK) {
        r->mode[whose] = r->load[whose] > 0.0 ? FORWARD : BACKWARD;
    } else {
        r->mode[whose] = STUCK;
        w[whose] = w[whose + 1];
    }
}

/* The state `r->x` and, if a guard has passed zero, its loads are those at `t`. */
static void pass_event(run *r, double t, int whose)
{
    double *w = r->x + BODIES;
    ++r->events;
    if (whose >= 0)
        change_mode(r, whose);
    close_clutches(r, t);
    for (int i = CLUTCHES - 1; i >= 0; --i)
        if (r->mode[i] == STUCK) /* the same to the last bit */
            w[i] = w[i + 1];
    settle(r, t);
}

static double next_closing(const run *r, double t, double stop)
{
    double next = stop;
    for (int i = 1; i < CLUTCHES; ++i)
        if (!r->closed[i] && r->closing[i - 1] > t)
            next = fmin(next, r->closing[i - 1]);
    return next;
}

static void simulate(run *r, double stop)
{
    double t = 0.0, h = 1e-4 * stop, error_before = 1e-4;
    int rejected = 0;
    rates(r, t, r->x, r->k[0]);
    while (t < stop && r->events < EVENTS_MOST) {
        double due = next_closing(r, t, stop);
        int closes = h >= due - t;
        double step = closes ? due - t : h;
        double error = fmax(attempt(r, t, step), 1e-10);
        if (error > 1.0) {
            h = step * fmax(SHRINK_MOST, SAFETY / pow(error, EXPONENT));
            rejected = 1;
            continue;
        }
        int whose;
        double theta = first_event(r, t, step, &whose);
        double factor = pow(error, EXPONENT) / pow(error_before, BETA) / SAFETY;
        factor = fmax(1.0 / GROW_MOST, fmin(1.0 / SHRINK_MOST, factor));
        double next = rejected ? fmin(step, step / factor) : step / factor;
        h = closes ? fmax(h, next) : next;
        error_before = fmax(error, 1e-4);
        rejected = 0;
        ++r->steps;
        if (whose >= 0)
            interpolate(r, theta, step, r->x);
        else
            memcpy(r->x, r->x_new, sizeof r->x);
        t = whose >= 0 ? t + theta * step : closes ? due : t + step;
        if (whose >= 0 || (closes && due < stop)) {
            if (whose >= 0)
                rates(r, t, r->x, r->k[0]);
            pass_event(r, t, whose);
            r->guard = INFINITY;
            error_before = 1e-4;
        } else {
            memcpy(r->k[0], r->k[STAGES - 1], sizeof r->k[0]);
        }
    }
}

/* `count` runs, one after another. Row i of `inertia`, `force`, `closing` is for run i; `finals` gets its
 * final speeds, `counts` its numbers of steps and events. */
void clutches_run(int64_t count, const double *inertia, const double *force, const double *closing,
                  double stop, double tolerance, double *finals, int64_t *counts)
{
    for (int64_t i = 0; i < count; ++i) {
        run r = {.inertia = inertia + BODIES * i, .force = force + CLUTCHES * i,
                 .closing = closing + 2 * i, .tolerance = tolerance,
                 .mode = {FORWARD, FREE, FREE}, .closed = {1, 0, 0},
                 .guard = INFINITY};
        r.x[BODIES] = 10.0;
        simulate(&r, stop);
        memcpy(finals + BODIES * i, r.x + BODIES, BODIES * sizeof(double));
        counts[2 * i] = r.steps;
        counts[2 * i + 1] = r.events;
    }
}
