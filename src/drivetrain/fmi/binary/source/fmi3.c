/* The functions of FMI 3.0. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fmi3.h"
#include "exchange.h"
#include "unit.h"

/* A call that is allowed in these phases only. */
#define REQUIRE(u, phases) \
    do { \
        if (!unit_allowed(u, __func__, phases)) \
            return fmi3Error; \
    } while (0)

#define REQUIRE_ARGUMENT(u, given) \
    do { \
        if (!(given)) \
            return missing(u, __func__); \
    } while (0)

/* Of one kind of unit only. */
#define REQUIRE_KIND(u, is_exchange, phases) \
    do { \
        REQUIRE(u, phases); \
        if (((unit *)(u))->exchange != (is_exchange)) \
            return not_offered(u, __func__); \
    } while (0)

#define ANYWHERE (UNIT_INSTANTIATED | UNIT_ALIVE)
#define GETTING (ANYWHERE | UNIT_INTERMEDIATE)
#define SETTING (UNIT_INSTANTIATED | UNIT_INITIALISING | UNIT_STARTED)

static fmi3Status missing(unit *u, const char *call)
{
    unit_begin(u);
    unit_text(u, call);
    unit_text(u, ": an argument is NULL, or the number of values is not that of the references");
    return (fmi3Status)unit_tell(u, UNIT_ERROR, UNIT_LOG_ERRORS);
}

static fmi3Status not_offered(unit *u, const char *call)
{
    if (!u)
        return fmi3Error;
    unit_begin(u);
    unit_text(u, call);
    unit_text(u, " is not offered by this unit");
    return (fmi3Status)unit_tell(u, UNIT_ERROR, UNIT_LOG_ERRORS);
}

static void log_message(const unit *u, enum unit_status status, const char *category, const char *message)
{
    ((fmi3LogMessageCallback)u->callback)(u->environment, (fmi3Status)status, category, message);
}

/* Values may be read at the end of each step of the solver; none can be set there. */
static bool look(const unit *u, double time, double *until)
{
    fmi3Boolean requested = false;
    fmi3Float64 at = time;
    ((fmi3IntermediateUpdateCallback)u->look_callback)(u->environment, time, false, true, true, u->returns_early,
                                                       &requested, &at);
    if (requested && u->returns_early)
        *until = at > time ? at : time;
    return requested && u->returns_early;
}

/* ------------------------------------------------------------------------ life */

const char *fmi3GetVersion(void) { return "3.0"; }

fmi3Status fmi3SetDebugLogging(fmi3Instance c, fmi3Boolean on, size_t count, const fmi3String categories[])
{
    return c ? (fmi3Status)unit_choose_logs(c, on, count, categories) : fmi3Error;
}

static unit *instantiate(fmi3String name, fmi3String token, bool logging, fmi3InstanceEnvironment environment,
                         fmi3LogMessageCallback log, const unit *kind)
{
    unit like = {.environment = environment,
                 .callback = (void (*)(void))log,
                 .log = log ? log_message : NULL,
                 .allocate = calloc,
                 .release = free,
                 .exchange = kind->exchange,
                 .event_mode = kind->event_mode,
                 .stops_at_events = kind->stops_at_events,
                 .returns_early = kind->returns_early,
                 .look = kind->look,
                 .look_callback = kind->look_callback};
    like.logs[UNIT_LOG_ERRORS] = like.logs[UNIT_LOG_WARNINGS] = like.logs[UNIT_LOG_DISCARD] = true;
    unit *u = unit_create(&like, name, token);
    if (u && logging)
        unit_choose_logs(u, true, 0, NULL);
    return u;
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String instanceName, fmi3String instantiationToken,
                                          fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn,
                                          fmi3InstanceEnvironment instanceEnvironment,
                                          fmi3LogMessageCallback logMessage)
{
    (void)resourcePath;
    (void)visible;
    unit kind = {.exchange = true};
    return instantiate(instanceName, instantiationToken, loggingOn, instanceEnvironment, logMessage, &kind);
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String instanceName, fmi3String instantiationToken,
                                         fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn,
                                         fmi3Boolean eventModeUsed, fmi3Boolean earlyReturnAllowed,
                                         const fmi3ValueReference requiredIntermediateVariables[],
                                         size_t nRequiredIntermediateVariables,
                                         fmi3InstanceEnvironment instanceEnvironment,
                                         fmi3LogMessageCallback logMessage,
                                         fmi3IntermediateUpdateCallback intermediateUpdate)
{
    (void)resourcePath;
    (void)visible;
    (void)requiredIntermediateVariables;
    (void)nRequiredIntermediateVariables;
    unit kind = {.event_mode = eventModeUsed,
                 .stops_at_events = eventModeUsed && earlyReturnAllowed,
                 .returns_early = earlyReturnAllowed,
                 .look = intermediateUpdate ? look : NULL,
                 .look_callback = (void (*)(void))intermediateUpdate};
    return instantiate(instanceName, instantiationToken, loggingOn, instanceEnvironment, logMessage, &kind);
}

fmi3Instance fmi3InstantiateScheduledExecution(
    fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath, fmi3Boolean visible,
    fmi3Boolean loggingOn, fmi3InstanceEnvironment instanceEnvironment, fmi3LogMessageCallback logMessage,
    fmi3ClockUpdateCallback clockUpdate, fmi3LockPreemptionCallback lockPreemption,
    fmi3UnlockPreemptionCallback unlockPreemption)
{
    (void)instanceName;
    (void)instantiationToken;
    (void)resourcePath;
    (void)visible;
    (void)loggingOn;
    (void)clockUpdate;
    (void)lockPreemption;
    (void)unlockPreemption;
    if (logMessage)
        logMessage(instanceEnvironment, fmi3Error, "logStatusError",
                   "scheduled execution is not offered by this unit; use co-simulation or model exchange");
    return NULL;
}

void fmi3FreeInstance(fmi3Instance c) { unit_free(c); }

fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean toleranceDefined, fmi3Float64 tolerance,
                                       fmi3Float64 startTime, fmi3Boolean stopTimeDefined, fmi3Float64 stopTime)
{
    REQUIRE(c, UNIT_INSTANTIATED);
    enum unit_status status = unit_enter_start(c, toleranceDefined, tolerance, startTime, stopTimeDefined, stopTime);
    if (status <= UNIT_WARNING)
        ((unit *)c)->phase = UNIT_INITIALISING;
    return (fmi3Status)status;
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance c)
{
    unit *u = c;
    REQUIRE(u, UNIT_INITIALISING);
    enum unit_status status = unit_start(u);
    if (status <= UNIT_WARNING)
        u->phase = u->exchange || u->event_mode ? UNIT_EVENT : UNIT_STEPPING;
    return (fmi3Status)status;
}

fmi3Status fmi3EnterConfigurationMode(fmi3Instance c) { return not_offered(c, __func__); }

fmi3Status fmi3ExitConfigurationMode(fmi3Instance c) { return not_offered(c, __func__); }

fmi3Status fmi3Terminate(fmi3Instance c)
{
    REQUIRE(c, UNIT_STARTED | UNIT_FAILED);
    ((unit *)c)->phase = UNIT_TERMINATED;
    return fmi3OK;
}

fmi3Status fmi3Reset(fmi3Instance c)
{
    REQUIRE(c, ANYWHERE);
    unit_reset(c);
    return fmi3OK;
}

/* ------------------------------------------------------------------------ values */

enum { REAL = 1 << DT_FMU_REAL, WHOLE = 1 << DT_FMU_INTEGER | 1 << DT_FMU_ENUMERATION, LOGIC = 1 << DT_FMU_BOOLEAN };

static fmi3Status get(unit *u, const char *call, fmi3ValueReference reference, int types, double *value)
{
    const dt_fmu_variable *v = unit_variable(u, call, reference, types);
    return v ? (fmi3Status)unit_get(u, v, value) : fmi3Error;
}

static fmi3Status set(unit *u, const char *call, fmi3ValueReference reference, int types, double value)
{
    const dt_fmu_variable *v = unit_variable(u, call, reference, types);
    return v ? (fmi3Status)unit_set(u, call, v, value) : fmi3Error;
}

/* Access to variables of a type of C; all are scalars. */
#define ACCESS(NAME, TYPE, TYPES) \
    fmi3Status fmi3Get##NAME(fmi3Instance c, const fmi3ValueReference vr[], size_t n, TYPE values[], size_t count) \
    { \
        REQUIRE(c, GETTING); \
        REQUIRE_ARGUMENT(c, n == count && (n == 0 || (vr && values))); \
        fmi3Status status = fmi3OK; \
        for (size_t i = 0; i < n && status <= fmi3Warning; ++i) { \
            double found = 0.0; \
            status = get(c, __func__, vr[i], TYPES, &found); \
            values[i] = (TYPE)found; \
        } \
        return status; \
    } \
    fmi3Status fmi3Set##NAME(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const TYPE values[], \
                             size_t count) \
    { \
        REQUIRE(c, SETTING); \
        REQUIRE_ARGUMENT(c, n == count && (n == 0 || (vr && values))); \
        fmi3Status status = fmi3OK; \
        for (size_t i = 0; i < n && status <= fmi3Warning; ++i) \
            status = set(c, __func__, vr[i], TYPES, (double)values[i]); \
        return status; \
    }

/* Types that no variable has. */
#define NO_ACCESS(NAME, TYPE) \
    fmi3Status fmi3Get##NAME(fmi3Instance c, const fmi3ValueReference vr[], size_t n, TYPE values[], size_t count) \
    { \
        (void)vr; \
        (void)values; \
        REQUIRE(c, ANYWHERE); \
        return n == 0 && count == 0 ? fmi3OK : not_offered(c, __func__); \
    } \
    fmi3Status fmi3Set##NAME(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const TYPE values[], \
                             size_t count) \
    { \
        (void)vr; \
        (void)values; \
        REQUIRE(c, SETTING); \
        return n == 0 && count == 0 ? fmi3OK : not_offered(c, __func__); \
    }

ACCESS(Float64, fmi3Float64, REAL)
ACCESS(Int32, fmi3Int32, WHOLE)
ACCESS(Int64, fmi3Int64, WHOLE)
ACCESS(Boolean, fmi3Boolean, LOGIC)
NO_ACCESS(Float32, fmi3Float32)
NO_ACCESS(Int8, fmi3Int8)
NO_ACCESS(UInt8, fmi3UInt8)
NO_ACCESS(Int16, fmi3Int16)
NO_ACCESS(UInt16, fmi3UInt16)
NO_ACCESS(UInt32, fmi3UInt32)
NO_ACCESS(UInt64, fmi3UInt64)
NO_ACCESS(String, fmi3String)

fmi3Status fmi3GetBinary(fmi3Instance c, const fmi3ValueReference vr[], size_t n, size_t sizes[],
                         fmi3Binary values[], size_t count)
{
    (void)vr;
    (void)sizes;
    (void)values;
    REQUIRE(c, ANYWHERE);
    return n == 0 && count == 0 ? fmi3OK : not_offered(c, __func__);
}

fmi3Status fmi3SetBinary(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const size_t sizes[],
                         const fmi3Binary values[], size_t count)
{
    (void)vr;
    (void)sizes;
    (void)values;
    REQUIRE(c, SETTING);
    return n == 0 && count == 0 ? fmi3OK : not_offered(c, __func__);
}

/* ------------------------------------------------------------------------ states */

fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState *state)
{
    REQUIRE(c, ANYWHERE);
    REQUIRE_ARGUMENT(c, state);
    return (fmi3Status)unit_save(c, state);
}

fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state)
{
    REQUIRE(c, ANYWHERE);
    REQUIRE_ARGUMENT(c, state);
    return (fmi3Status)unit_restore(c, state);
}

fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState *state)
{
    REQUIRE(c, ANYWHERE);
    if (state)
        unit_forget(c, state);
    return fmi3OK;
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, size_t *size)
{
    REQUIRE(c, ANYWHERE);
    REQUIRE_ARGUMENT(c, state && size);
    *size = unit_saved_size(state);
    return fmi3OK;
}

fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[], size_t size)
{
    REQUIRE(c, ANYWHERE);
    REQUIRE_ARGUMENT(c, state && bytes);
    if (size < unit_saved_size(state))
        return (fmi3Status)unit_say(c, UNIT_ERROR, "fmi3SerializeFMUState: there is too little room for the state");
    unit_serialise(state, bytes);
    return fmi3OK;
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const fmi3Byte bytes[], size_t size, fmi3FMUState *state)
{
    REQUIRE(c, ANYWHERE);
    REQUIRE_ARGUMENT(c, bytes && state);
    return (fmi3Status)unit_deserialise(c, bytes, size, state);
}

/* ------------------------------------------------------------------------ derivatives */

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference unknowns[], size_t nUnknowns,
                                        const fmi3ValueReference knowns[], size_t nKnowns, const fmi3Float64 seed[],
                                        size_t nSeed, fmi3Float64 sensitivity[], size_t nSensitivity)
{
    REQUIRE(c, UNIT_INITIALISING | UNIT_STARTED);
    REQUIRE_ARGUMENT(c, nSeed == nKnowns && nSensitivity == nUnknowns);
    REQUIRE_ARGUMENT(c, (nUnknowns == 0 || (unknowns && sensitivity)) && (nKnowns == 0 || (knowns && seed)));
    return (fmi3Status)unit_derivative(c, __func__, unknowns, nUnknowns, knowns, nKnowns, seed, sensitivity);
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance c, const fmi3ValueReference unknowns[], size_t nUnknowns,
                                    const fmi3ValueReference knowns[], size_t nKnowns, const fmi3Float64 seed[],
                                    size_t nSeed, fmi3Float64 sensitivity[], size_t nSensitivity)
{
    REQUIRE(c, UNIT_INITIALISING | UNIT_STARTED);
    REQUIRE_ARGUMENT(c, nSeed == nUnknowns && nSensitivity == nKnowns);
    REQUIRE_ARGUMENT(c, (nUnknowns == 0 || (unknowns && seed)) && (nKnowns == 0 || (knowns && sensitivity)));
    return (fmi3Status)unit_adjoint(c, __func__, unknowns, nUnknowns, knowns, nKnowns, seed, sensitivity);
}

fmi3Status fmi3GetOutputDerivatives(fmi3Instance c, const fmi3ValueReference vr[], size_t n,
                                    const fmi3Int32 orders[], fmi3Float64 values[], size_t count)
{
    REQUIRE_KIND(c, false, UNIT_STEPPING | UNIT_EVENT | UNIT_TERMINATED);
    REQUIRE_ARGUMENT(c, count == n && (n == 0 || (vr && orders && values)));
    return (fmi3Status)unit_output_rates(c, __func__, vr, n, orders, values);
}

fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance c, fmi3ValueReference reference, size_t *n)
{
    (void)reference;
    (void)n;
    return not_offered(c, __func__);
}

fmi3Status fmi3GetVariableDependencies(fmi3Instance c, fmi3ValueReference dependent, size_t elementsOfDependent[],
                                       fmi3ValueReference independents[], size_t elementsOfIndependents[],
                                       fmi3DependencyKind kinds[], size_t n)
{
    (void)dependent;
    (void)elementsOfDependent;
    (void)independents;
    (void)elementsOfIndependents;
    (void)kinds;
    (void)n;
    return not_offered(c, __func__);
}

/* ------------------------------------------------------------------------ events */

fmi3Status fmi3EnterEventMode(fmi3Instance c)
{
    unit *u = c;
    REQUIRE(u, UNIT_STEPPING | UNIT_CONTINUOUS | UNIT_EVENT);
    if (!u->exchange && !u->event_mode)
        return not_offered(u, __func__);
    u->phase = UNIT_EVENT;
    return fmi3OK;
}

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance c) { return not_offered(c, __func__); }

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean *discreteStatesNeedUpdate,
                                    fmi3Boolean *terminateSimulation, fmi3Boolean *nominalsOfContinuousStatesChanged,
                                    fmi3Boolean *valuesOfContinuousStatesChanged, fmi3Boolean *nextEventTimeDefined,
                                    fmi3Float64 *nextEventTime)
{
    unit *u = c;
    REQUIRE(u, UNIT_EVENT);
    REQUIRE_ARGUMENT(u, discreteStatesNeedUpdate && terminateSimulation && nominalsOfContinuousStatesChanged &&
                            valuesOfContinuousStatesChanged && nextEventTimeDefined && nextEventTime);
    struct exchange_event event = {0};
    enum unit_status status = u->exchange ? exchange_event(u, &event) : unit_pass_event(u, &event.ended);
    if (u->stops_at_events && status == UNIT_OK && !event.ended) { /* else steps pass it */
        double next = dt_next_instant(u->solver);
        event.scheduled = isfinite(next);
        event.next = event.scheduled ? next : 0.0;
    }
    *discreteStatesNeedUpdate = *nominalsOfContinuousStatesChanged = false;
    *terminateSimulation = event.ended;
    *valuesOfContinuousStatesChanged = event.moved;
    *nextEventTimeDefined = event.scheduled;
    *nextEventTime = event.next;
    return (fmi3Status)status;
}

fmi3Status fmi3EnterStepMode(fmi3Instance c)
{
    unit *u = c;
    REQUIRE_KIND(u, false, UNIT_EVENT);
    bool ended = false;
    enum unit_status status = unit_pass_event(u, &ended);
    if (status <= UNIT_WARNING)
        u->phase = UNIT_STEPPING;
    return (fmi3Status)status;
}

/* ------------------------------------------------------------------------ co-simulation */

fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 currentCommunicationPoint, fmi3Float64 communicationStepSize,
                      fmi3Boolean noSetFMUStatePriorToCurrentPoint, fmi3Boolean *eventHandlingNeeded,
                      fmi3Boolean *terminateSimulation, fmi3Boolean *earlyReturn, fmi3Float64 *lastSuccessfulTime)
{
    struct unit_step step;
    (void)noSetFMUStatePriorToCurrentPoint;
    REQUIRE_KIND(c, false, UNIT_STEPPING);
    REQUIRE_ARGUMENT(c, eventHandlingNeeded && terminateSimulation && earlyReturn && lastSuccessfulTime);
    enum unit_status status = unit_do_step(c, currentCommunicationPoint, communicationStepSize, &step);
    *eventHandlingNeeded = step.event;
    *terminateSimulation = step.ended;
    *earlyReturn = step.early;
    *lastSuccessfulTime = step.time;
    return step.ended ? fmi3OK : (fmi3Status)status;
}

fmi3Status fmi3ActivateModelPartition(fmi3Instance c, fmi3ValueReference reference, fmi3Float64 time)
{
    (void)reference;
    (void)time;
    return not_offered(c, __func__);
}

/* ------------------------------------------------------------------------ model exchange */

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance c)
{
    REQUIRE_KIND(c, true, UNIT_EVENT);
    ((unit *)c)->phase = UNIT_CONTINUOUS;
    return fmi3OK;
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance c, fmi3Boolean noSetFMUStatePriorToCurrentPoint,
                                       fmi3Boolean *enterEventMode, fmi3Boolean *terminateSimulation)
{
    (void)noSetFMUStatePriorToCurrentPoint;
    REQUIRE_KIND(c, true, UNIT_CONTINUOUS);
    REQUIRE_ARGUMENT(c, enterEventMode && terminateSimulation);
    return (fmi3Status)exchange_completed_step(c, enterEventMode, terminateSimulation);
}

fmi3Status fmi3SetTime(fmi3Instance c, fmi3Float64 time)
{
    REQUIRE_KIND(c, true, UNIT_EVENT | UNIT_CONTINUOUS);
    return (fmi3Status)exchange_set_time(c, time);
}

fmi3Status fmi3SetContinuousStates(fmi3Instance c, const fmi3Float64 x[], size_t n)
{
    REQUIRE_KIND(c, true, UNIT_EVENT | UNIT_CONTINUOUS);
    REQUIRE_ARGUMENT(c, n == 0 || x);
    return (fmi3Status)exchange_set_states(c, x, n);
}

#define READING (UNIT_INITIALISING | UNIT_STARTED | UNIT_TERMINATED)

fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance c, fmi3Float64 derivatives[], size_t n)
{
    REQUIRE_KIND(c, true, READING);
    REQUIRE_ARGUMENT(c, n == 0 || derivatives);
    return (fmi3Status)exchange_get_rates(c, derivatives, n);
}

fmi3Status fmi3GetEventIndicators(fmi3Instance c, fmi3Float64 indicators[], size_t n)
{
    REQUIRE_KIND(c, true, READING);
    REQUIRE_ARGUMENT(c, n == 0 || indicators);
    return (fmi3Status)exchange_get_indicators(c, indicators, n);
}

fmi3Status fmi3GetContinuousStates(fmi3Instance c, fmi3Float64 x[], size_t n)
{
    REQUIRE_KIND(c, true, READING);
    REQUIRE_ARGUMENT(c, n == 0 || x);
    return (fmi3Status)exchange_get_states(c, x, n);
}

fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance c, fmi3Float64 nominals[], size_t n)
{
    REQUIRE_KIND(c, true, READING);
    REQUIRE_ARGUMENT(c, n == 0 || nominals);
    return (fmi3Status)exchange_get_nominals(c, nominals, n);
}

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance c, size_t *n)
{
    REQUIRE_KIND(c, true, ANYWHERE);
    REQUIRE_ARGUMENT(c, n);
    *n = exchange_indicators(c);
    return fmi3OK;
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance c, size_t *n)
{
    REQUIRE_KIND(c, true, ANYWHERE);
    REQUIRE_ARGUMENT(c, n);
    *n = (size_t)((unit *)c)->model->n_x;
    return fmi3OK;
}
