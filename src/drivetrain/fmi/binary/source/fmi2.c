/* The functions of FMI 2.0. */
#include <stdlib.h>
#include <string.h>

#include "fmi2.h"
#include "exchange.h"
#include "unit.h"

/* A call that is allowed in these phases only. */
#define REQUIRE(u, phases) \
    do { \
        if (!unit_allowed(u, __func__, phases)) \
            return fmi2Error; \
    } while (0)

#define REQUIRE_ARGUMENT(u, given) \
    do { \
        if (!(given)) \
            return missing(u, __func__); \
    } while (0)

#define ANYWHERE (UNIT_INSTANTIATED | UNIT_ALIVE)

static fmi2Status missing(unit *u, const char *call)
{
    unit_begin(u);
    unit_text(u, call);
    unit_text(u, ": an argument is NULL");
    return (fmi2Status)unit_tell(u, UNIT_ERROR, UNIT_LOG_ERRORS);
}

static fmi2Status not_offered(unit *u, const char *call)
{
    if (!u)
        return fmi2Error;
    unit_begin(u);
    unit_text(u, call);
    unit_text(u, " is not offered by this unit");
    return (fmi2Status)unit_tell(u, UNIT_ERROR, UNIT_LOG_ERRORS);
}

static void log_message(const unit *u, enum unit_status status, const char *category, const char *message)
{
    ((fmi2CallbackLogger)u->callback)(u->environment, u->name, (fmi2Status)status, category, "%s", message);
}

/* ------------------------------------------------------------------------ life */

const char *fmi2GetTypesPlatform(void) { return "default"; }

const char *fmi2GetVersion(void) { return "2.0"; }

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t count, const fmi2String categories[])
{
    return c ? (fmi2Status)unit_choose_logs(c, on, count, categories) : fmi2Error;
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean logging)
{
    (void)resources;
    (void)visible;
    if (!functions)
        return NULL;
    unit like = {.environment = functions->componentEnvironment,
                 .callback = (void (*)(void))functions->logger,
                 .log = functions->logger ? log_message : NULL,
                 .allocate = functions->allocateMemory ? functions->allocateMemory : calloc,
                 .release = functions->allocateMemory && functions->freeMemory ? functions->freeMemory : free,
                 .exchange = type == fmi2ModelExchange};
    if (functions->allocateMemory && !functions->freeMemory)
        like.allocate = calloc;
    like.logs[UNIT_LOG_ERRORS] = like.logs[UNIT_LOG_WARNINGS] = like.logs[UNIT_LOG_DISCARD] = true;
    unit *u = unit_create(&like, name, guid);
    if (u && logging)
        unit_choose_logs(u, true, 0, NULL);
    return u;
}

void fmi2FreeInstance(fmi2Component c) { unit_free(c); }

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean toleranceDefined, fmi2Real tolerance,
                               fmi2Real startTime, fmi2Boolean stopTimeDefined, fmi2Real stopTime)
{
    REQUIRE(c, UNIT_INSTANTIATED);
    return (fmi2Status)unit_enter_start(c, toleranceDefined, tolerance, startTime, stopTimeDefined, stopTime);
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
    REQUIRE(c, UNIT_INSTANTIATED);
    ((unit *)c)->phase = UNIT_INITIALISING;
    return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
    unit *u = c;
    REQUIRE(u, UNIT_INITIALISING);
    enum unit_status status = unit_start(u);
    if (status <= UNIT_WARNING)
        u->phase = u->exchange ? UNIT_EVENT : UNIT_STEPPING;
    return (fmi2Status)status;
}

fmi2Status fmi2Terminate(fmi2Component c)
{
    REQUIRE(c, UNIT_STARTED | UNIT_FAILED);
    ((unit *)c)->phase = UNIT_TERMINATED;
    return fmi2OK;
}

fmi2Status fmi2Reset(fmi2Component c)
{
    REQUIRE(c, ANYWHERE);
    unit_reset(c);
    return fmi2OK;
}

/* ------------------------------------------------------------------------ values */

enum { REAL = 1 << DT_FMU_REAL, WHOLE = 1 << DT_FMU_INTEGER | 1 << DT_FMU_ENUMERATION, LOGIC = 1 << DT_FMU_BOOLEAN };

static fmi2Status get(unit *u, const char *call, fmi2ValueReference reference, int types, double *value)
{
    const dt_fmu_variable *v = unit_variable(u, call, reference, types);
    return v ? (fmi2Status)unit_get(u, v, value) : fmi2Error;
}

static fmi2Status set(unit *u, const char *call, fmi2ValueReference reference, int types, double value)
{
    const dt_fmu_variable *v = unit_variable(u, call, reference, types);
    return v ? (fmi2Status)unit_set(u, call, v, value) : fmi2Error;
}

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Real value[])
{
    REQUIRE(c, ANYWHERE);
    REQUIRE_ARGUMENT(c, n == 0 || (vr && value));
    fmi2Status status = fmi2OK;
    for (size_t i = 0; i < n && status <= fmi2Warning; ++i)
        status = get(c, __func__, vr[i], REAL, value + i);
    return status;
}

fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Integer value[])
{
    REQUIRE(c, ANYWHERE);
    REQUIRE_ARGUMENT(c, n == 0 || (vr && value));
    fmi2Status status = fmi2OK;
    for (size_t i = 0; i < n && status <= fmi2Warning; ++i) {
        double found = 0.0;
        status = get(c, __func__, vr[i], WHOLE, &found);
        value[i] = (fmi2Integer)found;
    }
    return status;
}

fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Boolean value[])
{
    REQUIRE(c, ANYWHERE);
    REQUIRE_ARGUMENT(c, n == 0 || (vr && value));
    fmi2Status status = fmi2OK;
    for (size_t i = 0; i < n && status <= fmi2Warning; ++i) {
        double found = 0.0;
        status = get(c, __func__, vr[i], LOGIC, &found);
        value[i] = found != 0.0;
    }
    return status;
}

fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2String value[])
{
    (void)vr;
    (void)value;
    REQUIRE(c, ANYWHERE);
    return n == 0 ? fmi2OK : not_offered(c, "a variable that is a text");
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2Real value[])
{
    REQUIRE(c, UNIT_INSTANTIATED | UNIT_INITIALISING | UNIT_STARTED);
    REQUIRE_ARGUMENT(c, n == 0 || (vr && value));
    fmi2Status status = fmi2OK;
    for (size_t i = 0; i < n && status <= fmi2Warning; ++i)
        status = set(c, __func__, vr[i], REAL, value[i]);
    return status;
}

fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2Integer value[])
{
    REQUIRE(c, UNIT_INSTANTIATED | UNIT_INITIALISING | UNIT_STARTED);
    REQUIRE_ARGUMENT(c, n == 0 || (vr && value));
    fmi2Status status = fmi2OK;
    for (size_t i = 0; i < n && status <= fmi2Warning; ++i)
        status = set(c, __func__, vr[i], WHOLE, value[i]);
    return status;
}

fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2Boolean value[])
{
    REQUIRE(c, UNIT_INSTANTIATED | UNIT_INITIALISING | UNIT_STARTED);
    REQUIRE_ARGUMENT(c, n == 0 || (vr && value));
    fmi2Status status = fmi2OK;
    for (size_t i = 0; i < n && status <= fmi2Warning; ++i)
        status = set(c, __func__, vr[i], LOGIC, value[i] != 0);
    return status;
}

fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2String value[])
{
    (void)vr;
    (void)value;
    REQUIRE(c, UNIT_INSTANTIATED | UNIT_INITIALISING | UNIT_STARTED);
    return n == 0 ? fmi2OK : not_offered(c, "a variable that is a text");
}

/* ------------------------------------------------------------------------ states */

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    REQUIRE(c, ANYWHERE);
    REQUIRE_ARGUMENT(c, state);
    return (fmi2Status)unit_save(c, state);
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state)
{
    REQUIRE(c, ANYWHERE);
    REQUIRE_ARGUMENT(c, state);
    return (fmi2Status)unit_restore(c, state);
}

fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    REQUIRE(c, ANYWHERE);
    if (state)
        unit_forget(c, state);
    return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size)
{
    REQUIRE(c, ANYWHERE);
    REQUIRE_ARGUMENT(c, state && size);
    *size = unit_saved_size(state);
    return fmi2OK;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
    REQUIRE(c, ANYWHERE);
    REQUIRE_ARGUMENT(c, state && bytes);
    if (size < unit_saved_size(state))
        return (fmi2Status)unit_say(c, UNIT_ERROR, "fmi2SerializeFMUstate: there is too little room for the state");
    unit_serialise(state, bytes);
    return fmi2OK;
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate *state)
{
    REQUIRE(c, ANYWHERE);
    REQUIRE_ARGUMENT(c, bytes && state);
    return (fmi2Status)unit_deserialise(c, bytes, size, state);
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[], size_t nUnknown,
                                        const fmi2ValueReference known[], size_t nKnown, const fmi2Real dKnown[],
                                        fmi2Real dUnknown[])
{
    REQUIRE(c, UNIT_INITIALISING | UNIT_STARTED);
    REQUIRE_ARGUMENT(c, (nUnknown == 0 || (unknown && dUnknown)) && (nKnown == 0 || (known && dKnown)));
    return (fmi2Status)unit_derivative(c, __func__, unknown, nUnknown, known, nKnown, dKnown, dUnknown);
}

/* ------------------------------------------------------------------------ co-simulation */

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                       const fmi2Integer order[], const fmi2Real value[])
{
    REQUIRE(c, UNIT_INSTANTIATED | UNIT_INITIALISING | UNIT_STEPPING);
    REQUIRE_ARGUMENT(c, n == 0 || (vr && order && value));
    for (size_t i = 0; i < n; ++i) {
        const dt_fmu_variable *v = unit_variable(c, __func__, vr[i], REAL);
        if (!v || unit_set_input_rate(c, __func__, v, order[i], value[i]) != UNIT_OK)
            return fmi2Error;
    }
    return fmi2OK;
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                        const fmi2Integer order[], fmi2Real value[])
{
    REQUIRE(c, UNIT_STEPPING | UNIT_TERMINATED);
    REQUIRE_ARGUMENT(c, n == 0 || (vr && order && value));
    return (fmi2Status)unit_output_rates(c, __func__, vr, n, order, value);
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real currentCommunicationPoint, fmi2Real communicationStepSize,
                      fmi2Boolean noSetFMUStatePriorToCurrentPoint)
{
    struct unit_step step;
    (void)noSetFMUStatePriorToCurrentPoint;
    REQUIRE(c, UNIT_STEPPING);
    return (fmi2Status)unit_do_step(c, currentCommunicationPoint, communicationStepSize, &step);
}

fmi2Status fmi2CancelStep(fmi2Component c) { return not_offered(c, __func__); }

fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value)
{
    (void)kind;
    (void)value;
    return not_offered(c, __func__) == fmi2Error ? fmi2Discard : fmi2Error;
}

fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value)
{
    REQUIRE(c, UNIT_STEPPING | UNIT_TERMINATED | UNIT_FAILED);
    REQUIRE_ARGUMENT(c, value);
    *value = ((unit *)c)->time;
    return kind == fmi2LastSuccessfulTime ? fmi2OK : fmi2Discard;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Integer *value)
{
    (void)kind;
    (void)value;
    return not_offered(c, __func__) == fmi2Error ? fmi2Discard : fmi2Error;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value)
{
    REQUIRE(c, UNIT_STEPPING | UNIT_TERMINATED | UNIT_FAILED);
    REQUIRE_ARGUMENT(c, value);
    *value = ((unit *)c)->ended;
    return kind == fmi2Terminated ? fmi2OK : fmi2Discard;
}

fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind kind, fmi2String *value)
{
    REQUIRE(c, UNIT_STEPPING | UNIT_TERMINATED | UNIT_FAILED);
    REQUIRE_ARGUMENT(c, value);
    *value = "";
    return kind == fmi2PendingStatus ? fmi2OK : fmi2Discard;
}

/* ------------------------------------------------------------------------ model exchange */

/* Model exchange only. */
#define REQUIRE_EXCHANGE(u, phases) \
    do { \
        REQUIRE(u, phases); \
        if (!((unit *)(u))->exchange) \
            return not_offered(u, __func__); \
    } while (0)

fmi2Status fmi2EnterEventMode(fmi2Component c)
{
    REQUIRE_EXCHANGE(c, UNIT_CONTINUOUS | UNIT_EVENT);
    ((unit *)c)->phase = UNIT_EVENT;
    return fmi2OK;
}

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
    REQUIRE_EXCHANGE(c, UNIT_EVENT);
    REQUIRE_ARGUMENT(c, info);
    struct exchange_event event;
    enum unit_status status = exchange_event(c, &event);
    *info = (fmi2EventInfo){.terminateSimulation = event.ended,
                            .valuesOfContinuousStatesChanged = event.moved,
                            .nextEventTimeDefined = event.scheduled,
                            .nextEventTime = event.next};
    return (fmi2Status)status;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c)
{
    REQUIRE_EXCHANGE(c, UNIT_EVENT);
    ((unit *)c)->phase = UNIT_CONTINUOUS;
    return fmi2OK;
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean noSetFMUStatePriorToCurrentPoint,
                                       fmi2Boolean *enterEventMode, fmi2Boolean *terminateSimulation)
{
    (void)noSetFMUStatePriorToCurrentPoint;
    REQUIRE_EXCHANGE(c, UNIT_CONTINUOUS);
    REQUIRE_ARGUMENT(c, enterEventMode && terminateSimulation);
    bool event = false, ended = false;
    enum unit_status status = exchange_completed_step(c, &event, &ended);
    *enterEventMode = event;
    *terminateSimulation = ended;
    return (fmi2Status)status;
}

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time)
{
    REQUIRE_EXCHANGE(c, UNIT_EVENT | UNIT_CONTINUOUS);
    return (fmi2Status)exchange_set_time(c, time);
}

fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n)
{
    REQUIRE_EXCHANGE(c, UNIT_EVENT | UNIT_CONTINUOUS);
    REQUIRE_ARGUMENT(c, n == 0 || x);
    return (fmi2Status)exchange_set_states(c, x, n);
}

fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[], size_t n)
{
    REQUIRE_EXCHANGE(c, UNIT_INITIALISING | UNIT_STARTED | UNIT_TERMINATED);
    REQUIRE_ARGUMENT(c, n == 0 || derivatives);
    return (fmi2Status)exchange_get_rates(c, derivatives, n);
}

fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real indicators[], size_t n)
{
    REQUIRE_EXCHANGE(c, UNIT_INITIALISING | UNIT_STARTED | UNIT_TERMINATED);
    REQUIRE_ARGUMENT(c, n == 0 || indicators);
    return (fmi2Status)exchange_get_indicators(c, indicators, n);
}

fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n)
{
    REQUIRE_EXCHANGE(c, UNIT_INITIALISING | UNIT_STARTED | UNIT_TERMINATED);
    REQUIRE_ARGUMENT(c, n == 0 || x);
    return (fmi2Status)exchange_get_states(c, x, n);
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real nominals[], size_t n)
{
    REQUIRE_EXCHANGE(c, UNIT_INITIALISING | UNIT_STARTED | UNIT_TERMINATED);
    REQUIRE_ARGUMENT(c, n == 0 || nominals);
    return (fmi2Status)exchange_get_nominals(c, nominals, n);
}
