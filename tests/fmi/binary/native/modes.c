/* The states that FMI 3.0 gives an instance, in any order: initialisation, event mode, steps, continuous time, with
 * and without early returns. Each call has to answer, and a state goes back into an instance of its kind only.
 *
 * modes LIBRARY TOKEN SEED COUNT STATES INDICATORS: so many calls; prints a number that depends on all answers. */
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmi3.h"

#define INSTANCES 4
#define VARIABLES 400
#define MOST 512
#define STOP 1.0

static void *library;

static void *named(const char *name)
{
    void *found = dlsym(library, name);
    if (!found) {
        fprintf(stderr, "%s is missing\n", name);
        exit(2);
    }
    return found;
}

#define CALL(NAME) (*(__typeof__(&NAME))named(#NAME))

/* xorshift: the same sequence everywhere. */
static uint64_t next(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static double number(uint64_t *seed)
{
    static const double ODD[] = {0.0, -1.0, 1e6, -1e-300, NAN, INFINITY, 0.01, 1.0};
    uint64_t k = next(seed) % 32;
    return k < 8 ? ODD[k] : (double)(next(seed) % 2000) / 1000.0;
}

static void silent(fmi3InstanceEnvironment e, fmi3Status s, fmi3String c, fmi3String m)
{
    (void)e, (void)s, (void)c, (void)m;
}

struct subject {
    fmi3Instance c;
    bool exchange;
    double time;
    fmi3FMUState state;
};

static void make(struct subject *s, int kind, const char *token)
{
    s->exchange = kind == 0;
    s->c = s->exchange
               ? CALL(fmi3InstantiateModelExchange)("it", token, NULL, false, false, NULL, silent)
               : CALL(fmi3InstantiateCoSimulation)("it", token, NULL, false, false, kind >= 2, kind >= 3, NULL, 0,
                                                   NULL, silent, NULL);
    if (!s->c)
        exit(3);
}

/* What a patient importer does, so that calls in any order begin from everywhere. */
static fmi3Status begin(struct subject *s, uint64_t *seed)
{
    bool flags[5];
    double next_time;
    CALL(fmi3Reset)(s->c);
    s->time = 0.0;
    fmi3Status status = CALL(fmi3EnterInitializationMode)(s->c, next(seed) % 2, 1e-6, 0.0, true, STOP);
    if (next(seed) % 8)
        status |= CALL(fmi3ExitInitializationMode)(s->c);
    if (next(seed) % 8)
        status |= CALL(fmi3UpdateDiscreteStates)(s->c, flags, flags + 1, flags + 2, flags + 3, flags + 4, &next_time);
    if (next(seed) % 8)
        status |= s->exchange ? CALL(fmi3EnterContinuousTimeMode)(s->c) : CALL(fmi3EnterStepMode)(s->c);
    return status;
}

static fmi3Status step(struct subject *s, uint64_t *seed)
{
    bool event = false, ended = false, early = false;
    double length = number(seed), reached = s->time;
    if (isfinite(length) && length > 0.2)
        length = fmod(length, 0.2);
    fmi3Status status = CALL(fmi3DoStep)(s->c, s->time, length, true, &event, &ended, &early, &reached);
    if (status == fmi3OK)
        s->time = reached;
    return status;
}

static fmi3Status change_mode(struct subject *s, uint64_t *seed)
{
    bool flags[5];
    double time;
    switch (next(seed) % 8) {
    case 0: return CALL(fmi3EnterEventMode)(s->c);
    case 1: return CALL(fmi3EnterStepMode)(s->c);
    case 2: return CALL(fmi3EnterContinuousTimeMode)(s->c);
    case 3: return CALL(fmi3ExitInitializationMode)(s->c);
    case 4: return CALL(fmi3Terminate)(s->c);
    case 5: return CALL(fmi3EnterConfigurationMode)(s->c);
    default: return CALL(fmi3UpdateDiscreteStates)(s->c, flags, flags + 1, flags + 2, flags + 3, flags + 4, &time);
    }
}

static fmi3Status integrate(struct subject *s, uint64_t *seed, size_t n_x, size_t n_z)
{
    double values[MOST];
    bool event, ended;
    size_t n = next(seed) % 8 ? n_x : next(seed) % MOST;
    switch (next(seed) % 6) {
    case 0: return CALL(fmi3SetTime)(s->c, s->time += (double)(next(seed) % 100) / 1e4);
    case 1: return CALL(fmi3GetContinuousStateDerivatives)(s->c, values, n);
    case 2: return CALL(fmi3GetEventIndicators)(s->c, values, next(seed) % 8 ? n_z : 3);
    case 3: return CALL(fmi3CompletedIntegratorStep)(s->c, true, &event, &ended);
    case 4: return CALL(fmi3GetNominalsOfContinuousStates)(s->c, values, n);
    default:
        if (CALL(fmi3GetContinuousStates)(s->c, values, n_x) != fmi3OK)
            return fmi3Error;
        for (size_t i = 0; i < n_x; ++i)
            values[i] += (double)(next(seed) % 100) / 1e5;
        return CALL(fmi3SetContinuousStates)(s->c, values, n_x);
    }
}

static fmi3Status touch(struct subject *s, uint64_t *seed)
{
    fmi3ValueReference vr[2] = {(fmi3ValueReference)(next(seed) % VARIABLES), (fmi3ValueReference)(next(seed) % VARIABLES)};
    double values[2] = {number(seed), number(seed)}, found[4];
    fmi3Int32 whole[2] = {1, 2};
    bool truth[2] = {true, false};
    switch (next(seed) % 8) {
    case 0: return CALL(fmi3SetFloat64)(s->c, vr, 1, values, 1);
    case 1: return CALL(fmi3SetBoolean)(s->c, vr, 1, truth, 1);
    case 2: return CALL(fmi3SetInt32)(s->c, vr, 1, whole, 1);
    case 3: return CALL(fmi3GetBoolean)(s->c, vr, 2, truth, 2);
    case 4: return CALL(fmi3GetInt32)(s->c, vr, 2, whole, 2);
    case 5: return CALL(fmi3GetDirectionalDerivative)(s->c, vr, 1, vr + 1, 1, values, 1, found, 1);
    case 6: return CALL(fmi3GetAdjointDerivative)(s->c, vr, 1, vr + 1, 1, values, 1, found, 1);
    default: return CALL(fmi3GetFloat64)(s->c, vr, 2, found, 2);
    }
}

/* A state of another kind of instance has to be refused. */
static fmi3Status keep_or_put(struct subject *s, struct subject *other, uint64_t *seed)
{
    if (next(seed) % 2)
        return CALL(fmi3GetFMUState)(s->c, &s->state);
    if (!other->state)
        return fmi3OK;
    fmi3Status status = CALL(fmi3SetFMUState)(s->c, other->state);
    if (status == fmi3OK && s->exchange != other->exchange) {
        fprintf(stderr, "took a state of another kind\n");
        exit(4);
    }
    return status;
}

static fmi3Status call(struct subject *all, uint64_t *seed, size_t n_x, size_t n_z)
{
    struct subject *s = all + next(seed) % INSTANCES;
    switch (next(seed) % 12) {
    case 0: return begin(s, seed);
    case 1:
    case 2: return change_mode(s, seed);
    case 3:
    case 4: return touch(s, seed);
    case 5: return keep_or_put(s, all + next(seed) % INSTANCES, seed);
    case 6:
    case 7: return integrate(s, seed, n_x, n_z);
    default: return step(s, seed);
    }
}

int main(int count, char **given)
{
    if (count != 7)
        return 2;
    library = dlopen(given[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    struct subject all[INSTANCES] = {{0}};
    uint64_t seed = strtoull(given[3], NULL, 10), sum = 0;
    size_t n_x = (size_t)atol(given[5]), n_z = (size_t)atol(given[6]);
    for (int k = 0; k < INSTANCES; ++k)
        make(all + k, k, given[2]);
    for (long k = 0, n = atol(given[4]); k < n; ++k)
        sum = sum * 31 + (uint64_t)call(all, &seed, n_x, n_z);
    for (int k = 0; k < INSTANCES; ++k) {
        CALL(fmi3FreeFMUState)(all[k].c, &all[k].state);
        CALL(fmi3FreeInstance)(all[k].c);
    }
    printf("%016llx\n", (unsigned long long)sum);
    return 0;
}
