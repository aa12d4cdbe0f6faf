/* A mass on a spring, for model exchange: x' = v, v' = -k x + gain u. Where x becomes negative it rebounds with a
 * fraction of its speed; from t = 0.3 on the gain of the input is 2. y = x + u, and "low" tells at events whether
 * x < 0.5. "trouble" makes it fail in one way. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { K = 1, TROUBLE = 2, U = 3, X = 4, V = 5, DX = 6, DV = 7, Y = 8, LOW = 9, COUNT = 10, INDICATOR = 11 };
enum { FAILS = 1, DISCARDS = 2, ENDLESS = 3, UNDEFINED = 4, ENDS = 5, STEP_EVENT = 6, BAD_STEP = 7, REFUSES = 8 };

#define REBOUND 0.7
#define SWITCHES 0.3

typedef struct unit {
    double time, x, v, u, k, gain;
    int trouble, count, low, asked;
    void *environment, *callback;
    void (*log)(struct unit *, int, const char *, const char *);
} unit;

typedef struct outcome {
    bool again, ends, moved, scheduled;
    double next;
} outcome;

static double acceleration(const unit *s) { return -s->k * s->x + s->gain * s->u; }

static double real_of(const unit *s, unsigned reference)
{
    switch (reference) {
    case K: return s->k;
    case U: return s->u;
    case X: return s->x;
    case V: case DX: return s->v;
    case DV: return acceleration(s);
    case Y: return s->x + s->u;
    }
    return s->x;
}

static int set_real(unit *s, unsigned reference, double value)
{
    if (isnan(value) || (s->trouble == REFUSES && s->time > 0.5))
        return 3;
    switch (reference) {
    case K: s->k = value; return 0;
    case U: s->u = value; return 0;
    case X: s->x = value; return 0;
    case V: s->v = value; return 0;
    }
    return 3;
}

static int integer_of(const unit *s, unsigned reference) { return reference == COUNT ? s->count : s->trouble; }

static int rates(unit *s, double *rate)
{
    if (s->trouble == FAILS && s->time > 0.5) {
        s->log(s, 3, "logStatusError", "the spring is broken");
        return 3;
    }
    if (s->trouble == DISCARDS && s->x > 1.5)
        return 2;
    rate[0] = s->v;
    rate[1] = acceleration(s);
    return 0;
}

static int slope(const unit *s, unsigned unknown, unsigned known, double *value)
{
    *value = unknown == DX ? known == V : unknown == DV ? known == X ? -s->k : known == U ? s->gain : 0.0
                                                        : known == X || known == U;
    return 0;
}

static outcome event(unit *s)
{
    outcome made = {.again = s->trouble == ENDLESS, .ends = s->trouble == ENDS && s->time > 0.5};
    if (s->x < 0.0 && s->v < 0.0) {
        s->v *= -REBOUND;
        made.moved = true;
    }
    if (s->trouble == UNDEFINED && s->time > 0.2)
        s->v = NAN;
    s->gain = s->time >= SWITCHES ? 2.0 : 1.0;
    s->low = s->x < 0.5;
    ++s->count;
    made.scheduled = s->time < SWITCHES;
    made.next = SWITCHES;
    return made;
}

/* A step event is asked for once. */
static int completed(unit *s)
{
    bool wants = s->trouble == STEP_EVENT && s->time > 0.5 && !s->asked;
    s->asked |= wants;
    return wants;
}

static unit *made(void)
{
    unit *s = calloc(1, sizeof *s);
    s->x = s->k = s->gain = 1.0;
    return s;
}

#define EACH(action) for (size_t i = 0; i < n; ++i) { action; } return 0
#define BROKEN(s) ((s)->trouble == BAD_STEP && (s)->time > 0.5)

#if VERSION == 2
#include "fmi2Functions.h"

static void log_2(unit *s, int status, const char *category, const char *text)
{
    const fmi2CallbackFunctions *f = s->callback;
    f->logger(f->componentEnvironment, "unit", status, category, text);
}

const char *fmi2GetTypesPlatform(void) { return "default"; }
const char *fmi2GetVersion(void) { return "2.0"; }
fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean on)
{
    unit *s = made();
    s->callback = (void *)functions;
    s->log = log_2;
    return s;
}
void fmi2FreeInstance(fmi2Component c) { free(c); }
fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean a, fmi2Real b, fmi2Real t, fmi2Boolean d, fmi2Real e) { ((unit *)c)->time = t; return 0; }
fmi2Status fmi2EnterInitializationMode(fmi2Component c) { return 0; }
fmi2Status fmi2ExitInitializationMode(fmi2Component c) { return 0; }
fmi2Status fmi2Terminate(fmi2Component c) { return 0; }
fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Real v[]) { EACH(v[i] = real_of(c, r[i])); }
fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Integer v[]) { EACH(v[i] = integer_of(c, r[i])); }
fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Boolean v[]) { EACH(v[i] = ((unit *)c)->low); }
fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Real v[]) { EACH(if (set_real(c, r[i], v[i])) return 3); }
fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Integer v[]) { EACH(((unit *)c)->trouble = v[i]); }
fmi2Status fmi2SetTime(fmi2Component c, fmi2Real t) { ((unit *)c)->time = t; return 0; }
fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n) { unit *s = c; s->x = x[0]; s->v = x[1]; return 0; }
fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n) { unit *s = c; x[0] = s->x; x[1] = s->v; return 0; }
fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real rate[], size_t n) { return rates(c, rate); }
fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real z[], size_t n) { z[0] = ((unit *)c)->x; return 0; }
fmi2Status fmi2EnterEventMode(fmi2Component c) { return 0; }
fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c) { return 0; }
fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
    outcome found = event(c);
    *info = (fmi2EventInfo){found.again, found.ends, 0, found.moved, found.scheduled, found.next};
    return 0;
}
fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no, fmi2Boolean *wants, fmi2Boolean *ends)
{
    *wants = completed(c);
    *ends = 0;
    return BROKEN((unit *)c) ? 3 : 0;
}
fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[], size_t n,
                                        const fmi2ValueReference known[], size_t m, const fmi2Real seed[], fmi2Real v[])
{
    EACH(slope(c, unknown[i], known[0], v + i); v[i] *= seed[0]);
}
#else
#include "fmi3Functions.h"

static void log_3(unit *s, int status, const char *category, const char *text)
{
    ((fmi3LogMessageCallback)s->callback)(s->environment, status, category, text);
}

const char *fmi3GetVersion(void) { return "3.0"; }
fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
                                          fmi3Boolean on, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log)
{
    unit *s = made();
    s->callback = (void *)log;
    s->environment = environment;
    s->log = log_3;
    return s;
}
void fmi3FreeInstance(fmi3Instance c) { free(c); }
fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean a, fmi3Float64 b, fmi3Float64 t, fmi3Boolean d, fmi3Float64 e) { ((unit *)c)->time = t; return 0; }
fmi3Status fmi3ExitInitializationMode(fmi3Instance c) { return 0; }
fmi3Status fmi3Terminate(fmi3Instance c) { return 0; }
#define VALUES (fmi3Instance c, const fmi3ValueReference r[], size_t n, T v[], size_t m)
#define T fmi3Float64
fmi3Status fmi3GetFloat64 VALUES { EACH(v[i] = real_of(c, r[i])); }
#undef T
#define T fmi3Int32
fmi3Status fmi3GetInt32 VALUES { EACH(v[i] = integer_of(c, r[i])); }
#undef T
#define T fmi3Boolean
fmi3Status fmi3GetBoolean VALUES { EACH(v[i] = ((unit *)c)->low); }
#undef T
#define T const fmi3Float64
fmi3Status fmi3SetFloat64 VALUES { EACH(if (set_real(c, r[i], v[i])) return 3); }
#undef T
#define T const fmi3Int32
fmi3Status fmi3SetInt32 VALUES { EACH(((unit *)c)->trouble = v[i]); }
#undef T
fmi3Status fmi3SetTime(fmi3Instance c, fmi3Float64 t) { ((unit *)c)->time = t; return 0; }
fmi3Status fmi3SetContinuousStates(fmi3Instance c, const fmi3Float64 x[], size_t n) { unit *s = c; s->x = x[0]; s->v = x[1]; return 0; }
fmi3Status fmi3GetContinuousStates(fmi3Instance c, fmi3Float64 x[], size_t n) { unit *s = c; x[0] = s->x; x[1] = s->v; return 0; }
fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance c, fmi3Float64 rate[], size_t n) { return rates(c, rate); }
fmi3Status fmi3GetEventIndicators(fmi3Instance c, fmi3Float64 z[], size_t n) { z[0] = ((unit *)c)->x; return 0; }
fmi3Status fmi3EnterEventMode(fmi3Instance c) { return 0; }
fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance c) { return 0; }
fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean *again, fmi3Boolean *ends, fmi3Boolean *nominals,
                                    fmi3Boolean *moved, fmi3Boolean *scheduled, fmi3Float64 *next)
{
    outcome found = event(c);
    *again = found.again;
    *ends = found.ends;
    *nominals = false;
    *moved = found.moved;
    *scheduled = found.scheduled;
    *next = found.next;
    return 0;
}
fmi3Status fmi3CompletedIntegratorStep(fmi3Instance c, fmi3Boolean no, fmi3Boolean *wants, fmi3Boolean *ends)
{
    *wants = completed(c);
    *ends = false;
    return BROKEN((unit *)c) ? 3 : 0;
}
fmi3Status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference unknown[], size_t n,
                                        const fmi3ValueReference known[], size_t m, const fmi3Float64 seed[], size_t k,
                                        fmi3Float64 v[], size_t l)
{
    EACH(slope(c, unknown[i], known[0], v + i); v[i] *= seed[0]);
}
#endif
