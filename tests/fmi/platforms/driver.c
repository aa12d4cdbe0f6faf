/* Runs a unit of FMI 2.0 for co-simulation and prints what it computes, bit by bit:
 * driver LIBRARY GUID STOP STEP REFERENCE... */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#include "fmi2.h"

static void *function(const char *file, const char *name)
{
    static void *library;
#if defined(_WIN32)
    if (!library)
        library = (void *)LoadLibraryA(file);
    void *found = library ? (void *)GetProcAddress((HMODULE)library, name) : NULL;
#else
    if (!library)
        library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    void *found = library ? dlsym(library, name) : NULL;
#endif
    if (!found) {
        fprintf(stderr, "%s has no %s\n", file, name);
        exit(2);
    }
    return found;
}

static void message(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                    fmi2String category, fmi2String text, ...)
{
    va_list more;
    (void)environment;
    (void)instance;
    (void)status;
    (void)category;
    va_start(more, text);
    vfprintf(stderr, text, more);
    va_end(more);
    fputc('\n', stderr);
}

static void *memory(size_t count, size_t size)
{
    return calloc(count, size);
}

#define OF(kind, name) kind name = (kind)function(file, #name)

typedef fmi2Component (*instantiate)(fmi2String, fmi2Type, fmi2String, fmi2String,
                                     const fmi2CallbackFunctions *, fmi2Boolean, fmi2Boolean);
typedef fmi2Status (*setup)(fmi2Component, fmi2Boolean, fmi2Real, fmi2Real, fmi2Boolean, fmi2Real);
typedef fmi2Status (*plain)(fmi2Component);
typedef fmi2Status (*step)(fmi2Component, fmi2Real, fmi2Real, fmi2Boolean);
typedef fmi2Status (*get)(fmi2Component, const fmi2ValueReference[], size_t, fmi2Real[]);
typedef void (*release)(fmi2Component);

static void check(fmi2Status status, const char *what)
{
    if (status != fmi2OK) {
        fprintf(stderr, "%s: status %d\n", what, (int)status);
        exit(1);
    }
}

int main(int count, char **given)
{
    const char *file = given[1];
    double stop = atof(given[3]), length = atof(given[4]);
    OF(instantiate, fmi2Instantiate);
    OF(setup, fmi2SetupExperiment);
    OF(plain, fmi2EnterInitializationMode);
    OF(plain, fmi2ExitInitializationMode);
    OF(step, fmi2DoStep);
    OF(get, fmi2GetReal);
    OF(plain, fmi2Terminate);
    OF(release, fmi2FreeInstance);
    fmi2CallbackFunctions callbacks = {message, memory, free, NULL, NULL};
    fmi2Component c = fmi2Instantiate("unit", fmi2CoSimulation, given[2], "", &callbacks, 0, 0);
    if (!c)
        return 3;
    check(fmi2SetupExperiment(c, 0, 0.0, 0.0, 1, stop), "setup");
    check(fmi2EnterInitializationMode(c), "enter");
    check(fmi2ExitInitializationMode(c), "exit");
    for (int k = 0; k * length < stop - 1e-9; ++k) {
        check(fmi2DoStep(c, k * length, length, 1), "step");
        for (int i = 5; i < count; ++i) {
            fmi2ValueReference reference = (fmi2ValueReference)atoi(given[i]);
            double value;
            unsigned long long bits;
            check(fmi2GetReal(c, &reference, 1, &value), "get");
            memcpy(&bits, &value, sizeof bits);
            printf("%016llx ", bits);
        }
        printf("\n");
    }
    check(fmi2Terminate(c), "terminate");
    fmi2FreeInstance(c);
    return 0;
}
