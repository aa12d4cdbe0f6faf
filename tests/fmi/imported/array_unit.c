/* Arrays in FMI 3.0, for both kinds: n discs that are driven and braked, x' = -diag(d) x + u, y = 2 x, with n of them.
 * "n" is structural; "seen" is ten times the enumeration "level", "length" that of the text "label", "corner" the last
 * element of "matrix". */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fmi3Functions.h"

enum { N = 1, D, U, Y, X, DX, LEVEL, LABEL, LENGTH, SEEN, MATRIX, CORNER };
enum { MOST = 8 };

typedef struct unit {
    uint64_t n;
    double d[MOST], u[MOST], x[MOST], matrix[2 * MOST];
    int64_t level;
    int length, is_configuring;
} unit;

static unit *made(void)
{
    unit *s = calloc(1, sizeof *s);
    s->n = 3;
    for (int i = 0; i < MOST; ++i)
        s->d[i] = i + 1.0;
    for (int i = 0; i < 2 * MOST; ++i)
        s->matrix[i] = i + 1.0;
    s->level = 1;
    return s;
}

const char *fmi3GetVersion(void) { return "3.0"; }
fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
                                         fmi3Boolean on, fmi3Boolean events, fmi3Boolean early,
                                         const fmi3ValueReference required[], size_t n, fmi3InstanceEnvironment environment,
                                         fmi3LogMessageCallback log, fmi3IntermediateUpdateCallback update)
{
    return made();
}
fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
                                          fmi3Boolean on, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log)
{
    return made();
}
void fmi3FreeInstance(fmi3Instance c) { free(c); }
fmi3Status fmi3EnterConfigurationMode(fmi3Instance c) { ((unit *)c)->is_configuring = 1; return 0; }
fmi3Status fmi3ExitConfigurationMode(fmi3Instance c) { ((unit *)c)->is_configuring = 0; return 0; }
fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean a, fmi3Float64 b, fmi3Float64 t, fmi3Boolean d, fmi3Float64 e) { return 0; }
fmi3Status fmi3ExitInitializationMode(fmi3Instance c) { return 0; }
fmi3Status fmi3EnterEventMode(fmi3Instance c) { return 0; }
fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance c) { return 0; }
fmi3Status fmi3Terminate(fmi3Instance c) { return 0; }
fmi3Status fmi3SetTime(fmi3Instance c, fmi3Float64 t) { return 0; }
fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean *again, fmi3Boolean *ends, fmi3Boolean *nominals,
                                    fmi3Boolean *moved, fmi3Boolean *scheduled, fmi3Float64 *next)
{
    *again = *ends = *nominals = *moved = *scheduled = false;
    return 0;
}
fmi3Status fmi3CompletedIntegratorStep(fmi3Instance c, fmi3Boolean a, fmi3Boolean *event, fmi3Boolean *ends)
{
    *event = *ends = false;
    return 0;
}

static double *array(unit *s, fmi3ValueReference reference)
{
    switch (reference) {
    case D: return s->d;
    case U: return s->u;
    case X: return s->x;
    case MATRIX: return s->matrix;
    }
    return NULL;
}

static size_t length(const unit *s, fmi3ValueReference reference)
{
    return reference == MATRIX ? 2 * s->n : reference == CORNER ? 1 : s->n;
}

fmi3Status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference r[], size_t n, fmi3Float64 v[], size_t m)
{
    unit *s = c;
    size_t k = 0;
    for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < length(s, r[i]); ++j) {
            if (k == m)
                return 3;
            v[k++] = r[i] == CORNER ? s->matrix[2 * s->n - 1]
                     : r[i] == Y    ? 2 * s->x[j]
                     : r[i] == DX   ? s->u[j] - s->d[j] * s->x[j]
                                    : array(s, r[i])[j];
        }
    return k == m ? 0 : 3;
}

fmi3Status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference r[], size_t n, const fmi3Float64 v[], size_t m)
{
    unit *s = c;
    size_t k = 0;
    for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < length(s, r[i]); ++j) {
            if (k == m || !array(s, r[i]))
                return 3;
            array(s, r[i])[j] = v[k++];
        }
    return k == m ? 0 : 3;
}

fmi3Status fmi3SetUInt64(fmi3Instance c, const fmi3ValueReference r[], size_t n, const fmi3UInt64 v[], size_t m)
{
    unit *s = c;
    if (!s->is_configuring || r[0] != N)
        return 3;
    s->n = v[0];
    return 0;
}
fmi3Status fmi3SetInt64(fmi3Instance c, const fmi3ValueReference r[], size_t n, const fmi3Int64 v[], size_t m)
{
    ((unit *)c)->level = v[0];
    return 0;
}
fmi3Status fmi3GetInt64(fmi3Instance c, const fmi3ValueReference r[], size_t n, fmi3Int64 v[], size_t m)
{
    v[0] = 10 * ((unit *)c)->level;
    return 0;
}
fmi3Status fmi3SetString(fmi3Instance c, const fmi3ValueReference r[], size_t n, const fmi3String v[], size_t m)
{
    ((unit *)c)->length = (int)strlen(v[0]);
    return 0;
}
fmi3Status fmi3GetInt32(fmi3Instance c, const fmi3ValueReference r[], size_t n, fmi3Int32 v[], size_t m)
{
    v[0] = ((unit *)c)->length;
    return 0;
}
fmi3Status fmi3GetContinuousStates(fmi3Instance c, fmi3Float64 v[], size_t n)
{
    memcpy(v, ((unit *)c)->x, n * sizeof *v);
    return 0;
}
fmi3Status fmi3SetContinuousStates(fmi3Instance c, const fmi3Float64 v[], size_t n)
{
    memcpy(((unit *)c)->x, v, n * sizeof *v);
    return 0;
}
fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance c, fmi3Float64 v[], size_t n)
{
    unit *s = c;
    for (size_t i = 0; i < n; ++i)
        v[i] = s->u[i] - s->d[i] * s->x[i];
    return 0;
}
fmi3Status fmi3GetEventIndicators(fmi3Instance c, fmi3Float64 v[], size_t n) { return 0; }
fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 t, fmi3Float64 h, fmi3Boolean no_set, fmi3Boolean *event,
                      fmi3Boolean *ends, fmi3Boolean *early, fmi3Float64 *reached)
{
    unit *s = c;
    for (uint64_t i = 0; i < s->n; ++i)
        s->x[i] += h * (s->u[i] - s->d[i] * s->x[i]);
    *event = *ends = *early = false;
    *reached = t + h;
    return 0;
}
