/* Calls of a unit by FMI 3.0 from inside its steps, and early returns: each call has to answer.
 *
 * looking LIBRARY TOKEN SEED COUNT: so many calls; prints a number that depends on all answers. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmi3.h"

#define VARIABLES 400
#define STOP 1.0

struct subject {
    fmi3Instance c;
    fmi3FMUState state;
    double time;
    uint64_t seed, answers;
};

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

static uint64_t next(struct subject *s)
{
    s->seed ^= s->seed << 13;
    s->seed ^= s->seed >> 7;
    s->seed ^= s->seed << 17;
    return s->seed;
}

static void note(struct subject *s, fmi3Status status) { s->answers = s->answers * 31 + (uint64_t)status; }

static void some_call(struct subject *s)
{
    fmi3ValueReference reference = (fmi3ValueReference)(next(s) % VARIABLES);
    double value = (double)(next(s) % 1000) / 100.0;
    switch (next(s) % 8) {
    case 0: note(s, CALL(fmi3GetFloat64)(s->c, &reference, 1, &value, 1)); break;
    case 1: note(s, CALL(fmi3SetFloat64)(s->c, &reference, 1, &value, 1)); break;
    case 2: note(s, CALL(fmi3GetFMUState)(s->c, &s->state)); break;
    case 3: note(s, CALL(fmi3SetFMUState)(s->c, s->state)); break;
    case 4: note(s, CALL(fmi3EnterEventMode)(s->c)); break;
    case 5: note(s, CALL(fmi3EnterStepMode)(s->c)); break;
    case 6: note(s, next(s) % 16 ? fmi3OK : CALL(fmi3Terminate)(s->c)); break;
    default: note(s, next(s) % 16 ? fmi3OK : CALL(fmi3Reset)(s->c));
    }
}

static void step(struct subject *s)
{
    bool event, ended, early;
    double length = (double)(next(s) % 100) / 1000.0;
    note(s, CALL(fmi3DoStep)(s->c, s->time, length, true, &event, &ended, &early, &s->time));
}

static void look(fmi3InstanceEnvironment environment, fmi3Float64 time, bool set, bool get, bool finished, bool may,
                 bool *early, double *until)
{
    struct subject *s = environment;
    double before = s->time;
    (void)set, (void)get, (void)finished, (void)may;
    some_call(s);
    if (next(s) % 4 == 0)
        step(s);
    s->time = before;
    *early = next(s) % 4 == 0;
    *until = time + (double)(next(s) % 3) * 1e-3;
}

static void start(struct subject *s)
{
    s->time = 0.0;
    note(s, CALL(fmi3EnterInitializationMode)(s->c, false, 0.0, 0.0, true, STOP));
    note(s, CALL(fmi3ExitInitializationMode)(s->c));
    CALL(fmi3EnterStepMode)(s->c);
}

int main(int count, char **given)
{
    if (count < 5 || !(library = dlopen(given[1], RTLD_NOW | RTLD_LOCAL)))
        return 2;
    struct subject s = {.seed = strtoull(given[3], NULL, 10)};
    s.c = CALL(fmi3InstantiateCoSimulation)("it", given[2], NULL, false, false, next(&s) % 2, true, NULL, 0, &s, NULL,
                                            look);
    for (long k = atol(given[4]); s.c && k > 0; --k) {
        if (next(&s) % 16 == 0)
            start(&s);
        if (next(&s) % 4 == 0)
            some_call(&s);
        step(&s);
    }
    CALL(fmi3FreeFMUState)(s.c, &s.state);
    CALL(fmi3FreeInstance)(s.c);
    printf("%016llx\n", (unsigned long long)s.answers);
    return s.c ? 0 : 1;
}
