/* A unit for co-simulation, with the functions of FMI 2.0 or 3.0: see units.py for its variables. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { K = 1, LIMIT, TROUBLE, NAME, U, ON, X, Y, N, COUNT, ABOVE, PHI };
/* Values of `trouble`. */
enum { NONE, FAILS, DISCARDS, NOT_INSTANTIATED, ENDS, STOPS_HALFWAY, NO_START, UNDEFINED, CRASHES, HANGS, PRINTS, FATAL, WARNS };

typedef struct unit {
    double k, limit, u, x, phi;
    int trouble, on, count, worst;
    char name[64];
    void (*log)(struct unit *unit, int status, const char *category, const char *text);
    void *callback, *environment;
} unit;

static double real_of(const unit *s, unsigned reference)
{
    switch (reference) {
    case K: return s->k;
    case LIMIT: case N: return s->limit;
    case U: return s->u;
    case X: return s->trouble == UNDEFINED && s->count > 3 ? NAN : s->x;
    case PHI: return s->phi;
    case Y: return s->k * s->u + s->x;
    }
    return NAN;
}

static int set_real(unit *s, unsigned reference, double value)
{
    switch (reference) {
    case K: s->k = value; return 0;
    case LIMIT: s->limit = value; return 0;
    case U: s->u = value; return 0;
    case X: s->x = value; return 0;
    }
    return 3;
}

static int integer_of(const unit *s, unsigned reference)
{
    return reference == COUNT ? s->count : s->trouble;
}

static bool boolean_of(const unit *s, unsigned reference) { return reference == ABOVE ? s->x > 0.5 : s->on; }

/* What the standard forbids after a failure ends the process. */
static int terminate(const unit *s)
{
    if (s->worst >= 3)
        abort();
    return 0;
}

static void release(unit *s)
{
    if (s->worst >= 4)
        abort();
    free(s);
}

static int step(unit *s, double t, double h)
{
    if (s->trouble == FAILS && t + h > 0.5) {
        s->log(s, 3, "logStatusError", "the shaft is broken");
        return s->worst = 3;
    }
    if (s->trouble == WARNS && t + h > 0.5)
        s->log(s, 1, "logStatusWarning", "the table is left");
    if (s->trouble == FATAL && t + h > 0.5)
        return s->worst = 4;
    if (s->trouble == CRASHES && t + h > 0.5)
        abort();
    while (s->trouble == HANGS && t + h > 0.5)
        continue;
    if (s->trouble == PRINTS)
        puts("a line on the standard output");
    if (s->trouble == DISCARDS && t + h > 0.5)
        return 2;
    s->phi += h * s->x + (s->on ? h * h * s->k * s->u / 2 : 0.0);
    s->x += s->on ? h * s->k * s->u : 0.0;
    ++s->count;
    return 0;
}

static unit *made(void)
{
    unit *s = calloc(1, sizeof *s);
    s->k = 1.0;
    s->limit = 600.0;
    s->on = 1;
    strcpy(s->name, "none");
    return s;
}

static int set_text(unit *s, unsigned reference, const char *text)
{
    if (reference != NAME || strlen(text) >= sizeof s->name)
        return 3;
    strcpy(s->name, text);
    if (!strcmp(text, "ten")) /* the text has arrived: seen in an output */
        s->count = 10;
    return 0;
}

#define EACH(action) for (size_t i = 0; i < n; ++i) { action; } return 0

#if VERSION == 2
#include "fmi2Functions.h"

static void log_2(unit *s, int status, const char *category, const char *text)
{
    const fmi2CallbackFunctions *f = s->callback;
    f->logger(f->componentEnvironment, "unit", status, category, text);
}

const char *fmi2GetTypesPlatform(void) { return "default"; }
const char *fmi2GetVersion(void) { return "2.0"; }
fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n, const fmi2String names[]) { return 0; }
fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean on)
{
    unit *s = made();
    s->callback = (void *)functions;
    s->log = log_2;
    return s;
}
void fmi2FreeInstance(fmi2Component c) { release(c); }
fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean a, fmi2Real b, fmi2Real t, fmi2Boolean d, fmi2Real e) { return 0; }
fmi2Status fmi2EnterInitializationMode(fmi2Component c) { return 0; }
fmi2Status fmi2ExitInitializationMode(fmi2Component c) { return ((unit *)c)->trouble == NO_START ? 3 : 0; }
fmi2Status fmi2Terminate(fmi2Component c) { return terminate(c); }
fmi2Status fmi2Reset(fmi2Component c) { return 0; }
fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Real v[]) { EACH(v[i] = real_of(c, r[i])); }
fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Integer v[]) { EACH(v[i] = integer_of(c, r[i])); }
fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Boolean v[]) { EACH(v[i] = boolean_of(c, r[i])); }
fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2String v[]) { EACH(v[i] = ((unit *)c)->name); }
fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Real v[]) { EACH(if (set_real(c, r[i], v[i])) return 3); }
fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Integer v[]) { EACH(((unit *)c)->trouble = v[i]); }
fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Boolean v[]) { EACH(((unit *)c)->on = v[i]); }
fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2String v[]) { EACH(if (set_text(c, r[i], v[i])) return 3); }
fmi2Status fmi2DoStep(fmi2Component c, fmi2Real t, fmi2Real h, fmi2Boolean final) { return step(c, t, h); }
#else
#include "fmi3Functions.h"

static void log_3(unit *s, int status, const char *category, const char *text)
{
    ((fmi3LogMessageCallback)s->callback)(s->environment, status, category, text);
}

const char *fmi3GetVersion(void) { return "3.0"; }
fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
                                         fmi3Boolean on, fmi3Boolean events, fmi3Boolean early,
                                         const fmi3ValueReference required[], size_t n, fmi3InstanceEnvironment environment,
                                         fmi3LogMessageCallback log, fmi3IntermediateUpdateCallback update)
{
    unit *s = made();
    s->callback = (void *)log;
    s->environment = environment;
    s->log = log_3;
    return s;
}
void fmi3FreeInstance(fmi3Instance c) { release(c); }
fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean a, fmi3Float64 b, fmi3Float64 t, fmi3Boolean d, fmi3Float64 e) { return 0; }
fmi3Status fmi3ExitInitializationMode(fmi3Instance c) { return ((unit *)c)->trouble == NO_START ? 3 : 0; }
fmi3Status fmi3Terminate(fmi3Instance c) { return terminate(c); }
#define VALUES (fmi3Instance c, const fmi3ValueReference r[], size_t n, T v[], size_t m)
#define T fmi3Float64
fmi3Status fmi3GetFloat64 VALUES { EACH(v[i] = real_of(c, r[i])); }
#undef T
#define T fmi3Int32
fmi3Status fmi3GetInt32 VALUES { EACH(v[i] = integer_of(c, r[i])); }
#undef T
#define T fmi3Boolean
fmi3Status fmi3GetBoolean VALUES { EACH(v[i] = boolean_of(c, r[i])); }
#undef T
#define T const fmi3Float64
fmi3Status fmi3SetFloat64 VALUES { EACH(if (set_real(c, r[i], v[i])) return 3); }
#undef T
#define T const fmi3Int32
fmi3Status fmi3SetInt32 VALUES { EACH(((unit *)c)->trouble = v[i]); }
#undef T
#define T const fmi3Boolean
fmi3Status fmi3SetBoolean VALUES { EACH(((unit *)c)->on = v[i]); }
#undef T
#define T const fmi3String
fmi3Status fmi3SetString VALUES { EACH(if (set_text(c, r[i], v[i])) return 3); }
#undef T
fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 t, fmi3Float64 h, fmi3Boolean no_set, fmi3Boolean *event,
                      fmi3Boolean *ends, fmi3Boolean *early, fmi3Float64 *reached)
{
    unit *s = c;
    bool half = s->trouble == STOPS_HALFWAY && s->count % 2 == 0;
    double taken = half ? h / 2 : h;
    *event = false;
    *ends = s->trouble == ENDS && t + h > 0.5;
    *early = half;
    *reached = t + taken;
    return step(s, t, taken);
}
#endif
