/* Get and set variables by their value references. */
#include <math.h>

#include "exchange.h"
#include "unit.h"

static const char *const TYPE[] = {"a real number", "an integer", "a Boolean", "an enumeration"};

static const char *name_of(const unit *u, const dt_fmu_variable *v) { return unit_word(u, v->name); }

const dt_fmu_variable *unit_variable(unit *u, const char *call, uint32_t reference, int types)
{
    const dt_fmu_variable *v = u->m->variables + reference;
    if (reference < u->m->n_variables && (types & (1 << v->type)))
        return v;
    unit_begin(u);
    unit_text(u, call);
    if (reference < u->m->n_variables) {
        unit_text(u, ": ");
        unit_text(u, name_of(u, v));
        unit_text(u, " is ");
        unit_text(u, TYPE[v->type]);
    } else {
        unit_text(u, ": there is no value reference ");
        unit_number(u, reference);
    }
    unit_tell(u, UNIT_ERROR, UNIT_LOG_ERRORS);
    return NULL;
}

/* The start of a value before anything is solved for. */
static double start_value(const unit *u, const dt_fmu_variable *v)
{
    int64_t n_x = u->model->n_x, first = n_x + u->model->n_q, k = v->index;
    if (v->kind == DT_FMU_VALUE && k < n_x)
        return v->sign * u->x0[k];
    if (v->kind == DT_FMU_VALUE && k >= first && k < first + u->model->n_z)
        return v->sign * u->z0[k - first];
    return isnan(v->start) ? 0.0 : v->start;
}

enum unit_status unit_refresh(unit *u)
{
    if (u->phase == UNIT_INITIALISING)
        return unit_start(u);
    if (u->exchange)
        return exchange_refresh(u);
    return u->changed ? unit_hand_over(u) : UNIT_OK;
}

static double with_sign(const dt_fmu_variable *v, double value) { return v->sign < 0 ? 0.0 - value : value; }

static enum unit_status get_rate(unit *u, const dt_fmu_variable *v, double *value)
{
    int code = dt_rates(u->solver, u->time, u->row + 2, u->rates);
    if (code != DT_OK)
        return unit_failed(u, "the derivatives cannot be computed");
    *value = with_sign(v, u->rates[v->index]);
    return UNIT_OK;
}

enum unit_status unit_get(unit *u, const dt_fmu_variable *v, double *value)
{
    bool computed = v->kind == DT_FMU_VALUE || v->kind == DT_FMU_RATE;
    if (computed && u->phase != UNIT_INSTANTIATED) {
        enum unit_status status = unit_refresh(u);
        if (status != UNIT_OK)
            return status;
        if (v->kind == DT_FMU_RATE)
            return get_rate(u, v, value);
        *value = with_sign(v, u->row[2 + v->index]);
        return UNIT_OK;
    }
    if (v->kind == DT_FMU_INDICATOR && u->exchange && u->phase != UNIT_INSTANTIATED)
        return exchange_get_indicator(u, v->index, value);
    switch (v->kind) {
    case DT_FMU_TIME:
        *value = u->time;
        break;
    case DT_FMU_PARAMETER:
        if (u->changed && u->phase != UNIT_INSTANTIATED && unit_derive(u) != UNIT_OK)
            return UNIT_ERROR;
        *value = u->parameters[v->index];
        break;
    case DT_FMU_INPUT:
        *value = u->parameters[u->m->inputs[v->index].parameter];
        break;
    default:
        *value = start_value(u, v);
    }
    return UNIT_OK;
}

static enum unit_status refuse(unit *u, const char *call, const dt_fmu_variable *v, const char *why)
{
    unit_begin(u);
    unit_text(u, call);
    unit_text(u, ": ");
    unit_text(u, name_of(u, v));
    unit_text(u, why);
    return unit_tell(u, UNIT_ERROR, UNIT_LOG_ERRORS);
}

/* May it be set now? Else why not. */
static const char *why_not(const unit *u, const dt_fmu_variable *v, double value)
{
    bool early = u->phase & (UNIT_INSTANTIATED | UNIT_INITIALISING);
    if (v->settable == DT_FMU_NEVER)
        return " cannot be set: it is computed, the equations of this unit were made with its value, or nothing follows from "
               "it; its description tells which";
    if (v->settable == DT_FMU_BEFORE && !early)
        return " can be set until initialisation ends only";
    if (v->settable == DT_FMU_TUNABLE && u->phase == UNIT_CONTINUOUS)
        return " can be set at events only: enter event mode";
    if (!isfinite(value))
        return " cannot be set to a value that is infinite or undefined";
    if (value < v->low || value > v->high)
        return " cannot be set to a value outside its bounds";
    return NULL;
}

static enum unit_status set_start(unit *u, const char *call, const dt_fmu_variable *v, double value)
{
    int64_t n_x = u->model->n_x, first = n_x + u->model->n_q, k = v->index;
    if (k < n_x) {
        u->x0[k] = value;
        return UNIT_OK;
    }
    if (k >= first && k < first + u->model->n_z) {
        u->z0[k - first] = value;
        return UNIT_OK;
    }
    for (int64_t i = 0; i < u->m->n_conditions; ++i)
        if (u->m->conditions[i].column == k) {
            u->condition[i] = value;
            return UNIT_OK;
        }
    return refuse(u, call, v, " has no start of its own");
}

static void set_input(unit *u, const dt_fmu_variable *v, double value)
{
    const dt_fmu_input *input = u->m->inputs + v->index;
    double *p = u->parameters + input->parameter;
    if (input->type != DT_FMU_REAL) {
        u->changed |= p[0] != value;
        u->touched |= p[0] != value;
        p[0] = value;
        return;
    }
    u->changed |= p[0] != value || p[2] != 0.0 || p[3] != 0.0;
    p[0] = value;
    p[1] = u->time;
    p[2] = p[3] = 0.0;
}

/* In model exchange a state may be set by itself, where others set all at once. */
static bool is_integrated(const unit *u, const dt_fmu_variable *v)
{
    return u->exchange && u->phase & (UNIT_EVENT | UNIT_CONTINUOUS) && v->kind == DT_FMU_VALUE &&
           v->index < u->model->n_x;
}

enum unit_status unit_set(unit *u, const char *call, const dt_fmu_variable *v, double value)
{
    if (is_integrated(u, v))
        return exchange_set_state(u, v->index, with_sign(v, value));
    const char *why = why_not(u, v, value);
    if (why)
        return refuse(u, call, v, why);
    double own = with_sign(v, value);
    if (v->kind == DT_FMU_INPUT)
        set_input(u, v, own);
    else if (v->kind == DT_FMU_PARAMETER) {
        bool differs = u->parameters[v->index] != own;
        u->changed |= differs;
        u->tuned |= differs;
        u->touched |= differs;
        u->parameters[v->index] = own;
    } else if (v->kind == DT_FMU_VALUE) {
        u->started = false;
        u->moved = true;
        return set_start(u, call, v, own);
    } else
        return refuse(u, call, v, " cannot be set");
    u->started = u->started && u->phase != UNIT_INITIALISING;
    return UNIT_OK;
}

enum unit_status unit_set_input_rate(unit *u, const char *call, const dt_fmu_variable *v, int order, double value)
{
    if (v->kind != DT_FMU_INPUT || u->m->inputs[v->index].type != DT_FMU_REAL)
        return refuse(u, call, v, " is no real input");
    if (order < 1 || order > 2 || !isfinite(value))
        return refuse(u, call, v, ": derivatives of first and second order are taken, which have to be finite");
    double *p = u->parameters + u->m->inputs[v->index].parameter;
    u->changed |= p[1 + order] != value;
    p[1 + order] = value;
    return UNIT_OK;
}

enum unit_status unit_hand_over(unit *u)
{
    int64_t count = 0;
    dt_prolong(u->solver, u->settings.stop_time);
    int status = dt_interrupt(u->solver, u->rows);
    enum unit_status derived = unit_derive(u);
    if (derived != UNIT_OK)
        return derived;
    if (status == DT_DONE) {
        dt_renew(u->solver);
        status = unit_advance(u, u->time, UNIT_ROWS, INT64_MAX, &count);
    }
    if (status != DT_DONE)
        return unit_failed(u, "the event at which inputs change failed");
    u->changed = false;
    return UNIT_OK;
}
