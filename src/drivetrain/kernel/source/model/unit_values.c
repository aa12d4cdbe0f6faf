/* Values and slopes of units for model exchange. A unit is asked once for all that belongs to one point. */
#include <math.h>
#include <string.h>

#include "model.h"
#include "units.h"

/* Relative step of central differences: the cube root of the rounding. */
#define CUBE_ROOT_OF_EPSILON 6e-6
/* What a unit may return besides success: warnings; "discard" asks for another point. */
#define WARNING 1
#define DISCARD 2

enum told { TOLD_TIME = 1, TOLD_STATES = 2, TOLD_INPUTS = 4 };
enum has { HAS_RATES = 1, HAS_OUTPUTS = 2, HAS_INDICATORS = 4 };

typedef int (*time_function)(void *, double);
typedef int (*states_function)(void *, double *, size_t);
typedef int (*values_2)(void *, const uint32_t *, size_t, double *);
typedef int (*values_3)(void *, const uint32_t *, size_t, double *, size_t);
typedef int (*direction_2)(void *, const uint32_t *, size_t, const uint32_t *, size_t, const double *, double *);
typedef int (*direction_3)(void *, const uint32_t *, size_t, const uint32_t *, size_t, const double *, size_t, double *,
                           size_t);

static int64_t functions(const dt_unit *u) { return u->n_x + u->n_y + u->n_g; }

/* Note the outcome of a call; is there a value? */
static bool worked(dt_unit *u, int status, enum dt_unit_failure function)
{
    bool discards = status == DISCARD && function != DT_UNIT_INDICATORS;
    if (status > WARNING && !discards && u->failed == DT_UNIT_WORKS) {
        u->failed = function;
        u->status = status;
    }
    return status <= WARNING;
}

/* Get or set `n` values of `n_variables` variables, some of which may be arrays in FMI 3. */
static bool values(dt_unit *u, dt_unit_function function, const uint32_t *reference, int64_t n_variables,
                   double *value, int64_t n, enum dt_unit_failure name)
{
    size_t count = (size_t)n_variables;
    int status = u->version == 2 ? ((values_2)function)(u->instance, reference, count, value)
                                 : ((values_3)function)(u->instance, reference, count, value, (size_t)n);
    return worked(u, status, name);
}

static bool states(dt_unit *u, dt_unit_function function, double *value, int64_t n, enum dt_unit_failure name)
{
    return worked(u, ((states_function)function)(u->instance, value, (size_t)n), name);
}

static void to_unit(const dt_unit *u, int64_t first, int64_t n, double *value)
{
    for (int64_t i = 0; i < n; ++i)
        value[i] = (u->argument[first + i] - u->offset[first + i]) / u->factor[first + i];
}

/* Tell the instance its arguments, as far as they have changed. */
bool dt_tell_unit(dt_unit *u)
{
    double *value = u->work;
    if (!(u->told & TOLD_TIME) && !worked(u, ((time_function)u->set_time)(u->instance, u->time), DT_UNIT_TIME))
        return false;
    u->told |= TOLD_TIME;
    if (!(u->told & TOLD_STATES) && u->n_x) {
        to_unit(u, 0, u->n_x, value);
        if (!states(u, u->set_states, value, u->n_x, DT_UNIT_STATES))
            return false;
    }
    u->told |= TOLD_STATES;
    if (!(u->told & TOLD_INPUTS) && u->n_u) {
        to_unit(u, u->n_x, u->n_u, value);
        if (!values(u, u->set_inputs, u->input, u->n_in, value, u->n_u, DT_UNIT_INPUTS))
            return false;
    }
    u->told |= TOLD_INPUTS;
    return true;
}

static bool get_rates(dt_unit *u)
{
    if (u->n_x && !states(u, u->get_rates, u->value, u->n_x, DT_UNIT_RATES))
        return false;
    for (int64_t i = 0; i < u->n_x; ++i)
        u->value[i] *= u->factor[i];
    return true;
}

static bool get_outputs(dt_unit *u)
{
    const double *factor = u->factor + u->n_x + u->n_u, *offset = u->offset + u->n_x + u->n_u;
    double *value = u->value + u->n_x;
    if (u->n_y && !values(u, u->get_outputs, u->output, u->n_out, value, u->n_y, DT_UNIT_OUTPUTS))
        return false;
    for (int64_t i = 0; i < u->n_y; ++i)
        value[i] = factor[i] * value[i] + offset[i];
    return true;
}

/* Have a group of functions at the present arguments. */
static bool have(dt_unit *u, int64_t group)
{
    bool works = true;
    if (u->has & group)
        return true;
    if (u->failed != DT_UNIT_WORKS || !dt_tell_unit(u))
        return false;
    if (group == HAS_RATES)
        works = get_rates(u);
    else if (group == HAS_OUTPUTS)
        works = get_outputs(u);
    else
        works = states(u, u->get_indicators, u->value + u->n_x + u->n_y, u->n_g, DT_UNIT_INDICATORS);
    u->has |= works ? group : 0;
    return works;
}

static int64_t group_of(const dt_unit *u, int64_t function)
{
    return function < u->n_x ? HAS_RATES : function < u->n_x + u->n_y ? HAS_OUTPUTS : HAS_INDICATORS;
}

static void move_time(dt_unit *u, double time)
{
    u->time = time;
    u->told &= ~TOLD_TIME;
    u->has = 0;
}

static void move_argument(dt_unit *u, int64_t k, double value)
{
    u->argument[k] = value;
    u->told &= ~(k < u->n_x ? TOLD_STATES : TOLD_INPUTS);
    u->has = 0;
}

static bool are_numbers(const dt_unit *u, int64_t function, const double *argument)
{
    int64_t n = 1 + u->reads_ptr[function + 1] - u->reads_ptr[function];
    for (int64_t i = 0; i < n; ++i)
        if (!isfinite(argument[i]))
            return false;
    return true;
}

/* Change the arguments that a function reads. */
static void place(dt_unit *u, int64_t function, const double *argument)
{
    bool moved = false;
    if (argument[0] != u->time) {
        move_time(u, argument[0]);
        moved = true;
    }
    for (int64_t i = u->reads_ptr[function]; i < u->reads_ptr[function + 1]; ++i) {
        double value = *++argument;
        if (value != u->argument[u->reads[i]]) {
            move_argument(u, u->reads[i], value);
            moved = true;
        }
    }
    if (moved)
        memset(u->slope_known, 0, (size_t)(1 + u->n_x + u->n_u));
}

/* All functions of one group at a point beside; `out` receives them. */
static bool beside(dt_unit *u, int64_t column, double value, double *out)
{
    if (column)
        move_argument(u, column - 1, value);
    else
        move_time(u, value);
    bool works = have(u, HAS_RATES) && have(u, HAS_OUTPUTS) && (!u->n_g || have(u, HAS_INDICATORS));
    memcpy(out, u->value, (size_t)functions(u) * sizeof *out);
    return works;
}

/* A column of slopes by central differences. */
static bool differences(dt_unit *u, int64_t column, double *slope)
{
    int64_t n = functions(u);
    double *low = u->work + u->n_x + u->n_u, *high = low + n;
    double at = column ? u->argument[column - 1] : u->time;
    double size = column ? u->nominal[column - 1] : 1.0, h = CUBE_ROOT_OF_EPSILON * fmax(fabs(at), size);
    bool works = beside(u, column, at - h, low) && beside(u, column, at + h, high);
    if (column)
        move_argument(u, column - 1, at);
    else
        move_time(u, at);
    for (int64_t i = 0; i < n; ++i)
        slope[i] = (high[i] - low[i]) / ((at + h) - (at - h));
    return works;
}

/* The slopes that the unit knows, in place of differences. */
static bool directions(dt_unit *u, int64_t column, double *slope)
{
    int64_t known = column - 1, n = u->n_x + u->n_y;
    double seed = 1.0, *found = u->work + u->n_x + u->n_u;
    if (!dt_tell_unit(u))
        return false;
    int status = u->version == 2
                     ? ((direction_2)u->get_directional)(u->instance, u->unknown, (size_t)n, u->known + known, 1,
                                                         &seed, found)
                     : ((direction_3)u->get_directional)(u->instance, u->unknown, (size_t)n, u->known + known, 1,
                                                         &seed, 1, found, (size_t)n);
    if (!worked(u, status, DT_UNIT_DIRECTION))
        return false;
    for (int64_t i = 0; i < n; ++i)
        if (u->directional[i])
            slope[i] = found[i] * u->factor[i < u->n_x ? i : i + u->n_u] / u->factor[known];
    return true;
}

/* Does the unit know the slopes of all derivatives and outputs? */
static bool knows_all(const dt_unit *u)
{
    for (int64_t i = 0; i < u->n_x + u->n_y; ++i)
        if (!u->directional[i])
            return false;
    return true;
}

static bool have_column(dt_unit *u, int64_t column, int64_t function)
{
    double *slope = u->slope + column * functions(u);
    bool known = column && u->get_directional, by_unit = known && u->directional[function];
    int64_t all = 2, some = 1;
    if (u->slope_known[column] >= (by_unit ? some : all))
        return true;
    bool works = (by_unit && knows_all(u)) || differences(u, column, slope);
    if (works && known)
        works = directions(u, column, slope);
    if (works)
        u->slope_known[column] = (uint8_t)(by_unit && knows_all(u) ? some : all);
    return works;
}

double dt_unit_value(const dt_io *io, double mode, int64_t function, int64_t by, const double *argument)
{
    int64_t number = mode >= 0.0 ? (int64_t)fmod(mode, DT_UNIT_MODES) : io->n_units;
    dt_unit *u = number < io->n_units ? dt_unit_of(io, number) : NULL;
    if (!u || u->mode != mode || u->failed != DT_UNIT_WORKS || !are_numbers(u, function, argument))
        return NAN;
    place(u, function, argument);
    if (by < 0)
        return have(u, group_of(u, function)) ? u->value[function] : NAN;
    int64_t column = by ? 1 + u->reads[u->reads_ptr[function] + by - 1] : 0;
    return have_column(u, column, function) ? u->slope[column * functions(u) + function] : NAN;
}
