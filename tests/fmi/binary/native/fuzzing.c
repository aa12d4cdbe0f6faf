/* Calls of a unit in any order, with any arguments: each has to answer. Many instances, and threads.
 *
 * fuzzing LIBRARY TOKEN SEED COUNT: so many calls; prints a number that depends on all answers. */
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmi2.h"

#define INSTANCES 3
#define VARIABLES 400
#define THREADS 8
#define MANY 1000

static struct {
    fmi2Component (*make)(fmi2String, fmi2Type, fmi2String, fmi2String, const fmi2CallbackFunctions *, fmi2Boolean,
                          fmi2Boolean);
    void (*release)(fmi2Component);
    fmi2Status (*set_up)(fmi2Component, fmi2Boolean, fmi2Real, fmi2Real, fmi2Boolean, fmi2Real);
    fmi2Status (*plain[8])(fmi2Component);
    fmi2Status (*get)(fmi2Component, const fmi2ValueReference *, size_t, fmi2Real *);
    fmi2Status (*get_whole)(fmi2Component, const fmi2ValueReference *, size_t, fmi2Integer *);
    fmi2Status (*set)(fmi2Component, const fmi2ValueReference *, size_t, const fmi2Real *);
    fmi2Status (*step)(fmi2Component, fmi2Real, fmi2Real, fmi2Boolean);
    fmi2Status (*keep)(fmi2Component, fmi2FMUstate *);
    fmi2Status (*put)(fmi2Component, fmi2FMUstate);
    fmi2Status (*forget)(fmi2Component, fmi2FMUstate *);
    fmi2Status (*size)(fmi2Component, fmi2FMUstate, size_t *);
    fmi2Status (*write)(fmi2Component, fmi2FMUstate, fmi2Byte *, size_t);
    fmi2Status (*read)(fmi2Component, const fmi2Byte *, size_t, fmi2FMUstate *);
    fmi2Status (*slope)(fmi2Component, const fmi2ValueReference *, size_t, const fmi2ValueReference *, size_t,
                        const fmi2Real *, fmi2Real *);
    fmi2Status (*update)(fmi2Component, fmi2EventInfo *);
    fmi2Status (*completed)(fmi2Component, fmi2Boolean, fmi2Boolean *, fmi2Boolean *);
    fmi2Status (*set_time)(fmi2Component, fmi2Real);
    fmi2Status (*rates)(fmi2Component, fmi2Real *, size_t);
    fmi2Status (*indicators)(fmi2Component, fmi2Real *, size_t);
    fmi2Status (*states)(fmi2Component, fmi2Real *, size_t);
    fmi2Status (*place)(fmi2Component, const fmi2Real *, size_t);
} f;

static const char *const PLAIN[] = {"fmi2EnterInitializationMode", "fmi2ExitInitializationMode", "fmi2Reset",
                                    "fmi2Terminate", "fmi2EnterEventMode", "fmi2EnterContinuousTimeMode",
                                    "fmi2CancelStep"};

static void *library;

static void look_up(void *pointer, const char *name)
{
    void *found = dlsym(library, name);
    if (!found) {
        fprintf(stderr, "%s is missing\n", name);
        exit(2);
    }
    memcpy(pointer, &found, sizeof found);
}

static void look_up_all(void)
{
    for (size_t k = 0; k < sizeof PLAIN / sizeof *PLAIN; ++k)
        look_up(&f.plain[k], PLAIN[k]);
    look_up(&f.make, "fmi2Instantiate");
    look_up(&f.release, "fmi2FreeInstance");
    look_up(&f.set_up, "fmi2SetupExperiment");
    look_up(&f.get, "fmi2GetReal");
    look_up(&f.get_whole, "fmi2GetInteger");
    look_up(&f.set, "fmi2SetReal");
    look_up(&f.step, "fmi2DoStep");
    look_up(&f.keep, "fmi2GetFMUstate");
    look_up(&f.put, "fmi2SetFMUstate");
    look_up(&f.forget, "fmi2FreeFMUstate");
    look_up(&f.size, "fmi2SerializedFMUstateSize");
    look_up(&f.write, "fmi2SerializeFMUstate");
    look_up(&f.read, "fmi2DeSerializeFMUstate");
    look_up(&f.slope, "fmi2GetDirectionalDerivative");
    look_up(&f.update, "fmi2NewDiscreteStates");
    look_up(&f.completed, "fmi2CompletedIntegratorStep");
    look_up(&f.set_time, "fmi2SetTime");
    look_up(&f.rates, "fmi2GetDerivatives");
    look_up(&f.indicators, "fmi2GetEventIndicators");
    look_up(&f.states, "fmi2GetContinuousStates");
    look_up(&f.place, "fmi2SetContinuousStates");
}

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
    uint64_t k = next(seed) % 16;
    return k < 8 ? ODD[k] : (double)(next(seed) % 2000) / 1000.0;
}

static void silent(fmi2ComponentEnvironment e, fmi2String n, fmi2Status s, fmi2String c, fmi2String m, ...)
{
    (void)e, (void)n, (void)s, (void)c, (void)m;
}

static const fmi2CallbackFunctions CALLBACKS = {silent, calloc, free, NULL, NULL};

/* An instance, its clock and a state of it. */
struct subject {
    fmi2Component c;
    double time;
    fmi2FMUstate state;
};

static fmi2Status move(struct subject *s, uint64_t *seed, size_t n_x, size_t n_z)
{
    static const size_t MOST = 512;
    double values[512];
    fmi2Boolean event, ended;
    fmi2EventInfo info;
    size_t n = next(seed) % 8 ? n_x : next(seed) % MOST;
    switch (next(seed) % 8) {
    case 0: return f.update(s->c, &info);
    case 1: return f.completed(s->c, 1, &event, &ended);
    case 2: return f.set_time(s->c, number(seed));
    case 3: return f.rates(s->c, values, n);
    case 4: return f.indicators(s->c, values, next(seed) % 8 ? n_z : 3);
    case 5: return f.states(s->c, values, n);
    case 6:
        for (size_t i = 0; i < n && i < MOST; ++i)
            values[i] = number(seed);
        return f.place(s->c, values, n < MOST ? n : 0);
    default: return f.plain[4 + next(seed) % 2](s->c);
    }
}

static fmi2Status keep_or_put(struct subject *s, struct subject *other, uint64_t *seed)
{
    size_t size = 0;
    fmi2FMUstate copy = NULL;
    switch (next(seed) % 3) {
    case 0: return f.keep(s->c, &s->state);
    case 1: return f.put(s->c, s->state);
    default: break;
    }
    if (f.size(other->c, other->state, &size) != fmi2OK)
        return fmi2Error;
    char *bytes = malloc(size);
    fmi2Status status = f.write(other->c, other->state, bytes, size);
    if (next(seed) % 4 == 0)
        size = next(seed) % size;
    if (status == fmi2OK && f.read(s->c, bytes, size, &copy) == fmi2OK)
        status = f.put(s->c, copy);
    f.forget(s->c, &copy);
    free(bytes);
    return status;
}

static fmi2Status call(struct subject *all, uint64_t *seed, size_t n_x, size_t n_z)
{
    struct subject *s = all + next(seed) % INSTANCES;
    fmi2ValueReference vr[4], other[2];
    double values[4], seeds[2];
    fmi2Integer whole[4];
    for (int i = 0; i < 4; ++i) {
        vr[i] = next(seed) % 32 ? (fmi2ValueReference)(next(seed) % VARIABLES) : (fmi2ValueReference)next(seed);
        values[i] = number(seed);
    }
    for (int i = 0; i < 2; ++i) {
        other[i] = (fmi2ValueReference)(next(seed) % VARIABLES);
        seeds[i] = number(seed);
    }
    double length = number(seed);
    switch (next(seed) % 12) {
    case 0: return f.set_up(s->c, (fmi2Boolean)(next(seed) % 2), number(seed), 0.0, 1, 1.5);
    case 1: return f.plain[next(seed) % 2](s->c);
    case 2: return f.plain[next(seed) % 7](s->c);
    case 3: return f.get(s->c, vr, 4, values);
    case 4: return f.get_whole(s->c, vr, 4, whole);
    case 5: return f.set(s->c, vr, 1, values);
    case 6: return keep_or_put(s, all + next(seed) % INSTANCES, seed);
    case 7: return f.slope(s->c, vr, 2, other, 2, seeds, values);
    case 8: return f.get(next(seed) % 2 ? s->c : NULL, NULL, 4, NULL);
    case 9: return move(s, seed, n_x, n_z);
    default:
        if (length > 0.2 && isfinite(length))
            length = fmod(length, 0.2); /* without a stop time a long step is a long run */
        if (f.step(s->c, s->time, length, 1) == fmi2OK)
            s->time += length;
        return s->time > 1.4 ? (s->time = 0.0, f.plain[2](s->c)) : fmi2OK;
    }
}

static uint64_t fuzz(const char *token, uint64_t seed, long count, size_t n_x, size_t n_z)
{
    struct subject all[INSTANCES] = {{0}};
    uint64_t sum = 0;
    for (int i = 0; i < INSTANCES; ++i)
        all[i].c = f.make("it", i == 0 ? fmi2ModelExchange : fmi2CoSimulation, token, "", &CALLBACKS, 0, 1);
    for (long k = 0; k < count; ++k)
        sum = sum * 31 + (uint64_t)call(all, &seed, n_x, n_z);
    for (int i = 0; i < INSTANCES; ++i) {
        f.forget(all[i].c, &all[i].state);
        f.release(all[i].c);
    }
    return sum;
}

/* A run of 20 steps; all bits of the first variables at its end. */
static uint64_t run(const char *token)
{
    uint64_t sum = 0;
    fmi2Component c = f.make("it", fmi2CoSimulation, token, "", &CALLBACKS, 0, 0);
    f.set_up(c, 0, 0.0, 0.0, 1, 1.0);
    f.plain[0](c);
    f.plain[1](c);
    for (int k = 0; k < 20; ++k)
        f.step(c, k * 0.05, 0.05, 1);
    for (fmi2ValueReference k = 0; k < VARIABLES; ++k) {
        double value = 0.0;
        uint64_t bits;
        if (f.get(c, &k, 1, &value) != fmi2OK)
            continue;
        memcpy(&bits, &value, sizeof bits);
        sum = sum * 31 + bits;
    }
    f.release(c);
    return sum;
}

static void *run_in_thread(void *token)
{
    static const int RUNS = 12;
    uint64_t *found = malloc(sizeof *found);
    *found = run(token);
    for (int k = 1; k < RUNS; ++k)
        if (run(token) != *found)
            *found = 0;
    return found;
}

static int differ_in_threads(char *token)
{
    pthread_t threads[THREADS];
    uint64_t wanted = run(token);
    int wrong = 0;
    for (int k = 0; k < THREADS; ++k)
        pthread_create(&threads[k], NULL, run_in_thread, token);
    for (int k = 0; k < THREADS; ++k) {
        void *found;
        pthread_join(threads[k], &found);
        wrong += *(uint64_t *)found != wanted;
        free(found);
    }
    return wrong;
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
    look_up_all();
    size_t n_x = (size_t)atol(given[5]), n_z = (size_t)atol(given[6]);
    printf("%016llx\n", (unsigned long long)fuzz(given[2], strtoull(given[3], NULL, 10), atol(given[4]), n_x, n_z));
    for (int k = 0; k < MANY; ++k)
        f.release(f.make("it", fmi2CoSimulation, given[2], "", &CALLBACKS, 0, 0));
    if (differ_in_threads(given[2])) {
        fprintf(stderr, "threads yield other numbers\n");
        return 1;
    }
    return 0;
}
