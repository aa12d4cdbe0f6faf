/* Use one solver for run after run, each of which begins as with a new one, bit for bit.
 *
 * What a solver remembers from its construction on is in its struct and in its arrays. Both are kept as they
 * were first, and put back, which takes a fraction of the time of laying out a hundred arrays. Solvers with
 * memory elsewhere that outlasts a run, and large ones, are made anew each time. */
#include <stdlib.h>
#include <string.h>

#include "run.h"

/* Largest arrays that are kept twice. Those that AddressSanitizer separates by poisoned gaps cannot be copied. */
#ifdef __SANITIZE_ADDRESS__
#define LARGEST ((size_t)0)
#else
#define LARGEST ((size_t)1 << 18)
#endif

/* Is there nothing that a run leaves behind outside of struct and arrays? What the matrix of the stiff method
 * and the basis of locked speeds hold is written before it is read. */
static bool is_simple(const dt_solver *s)
{
    return s->model.n_block == 0 && s->model.n_delay == 0 && !s->stiff.matrix.factors;
}

static void keep_first_state(struct reuse *r)
{
    dt_solver *first = malloc(sizeof *first);
    if (!first)
        return;
    *first = *r->solver;
    r->size = dt_lay_out(first, NULL, NULL, NULL);
    *first = *r->solver;
    r->first = first;
    r->arrays = is_simple(first) && r->size <= LARGEST ? malloc(r->size) : NULL;
    if (r->arrays)
        memcpy(r->arrays, first->point, r->size);
}

static void put_back(const struct reuse *r)
{
    *r->solver = *r->first;
    memcpy(r->solver->point, r->arrays, r->size);
}

dt_solver *dt_reuse(struct reuse *r, const dt_model *model, const dt_settings *settings)
{
    if (r->solver && r->arrays) {
        put_back(r);
    } else {
        dt_end_reuse(r);
        r->solver = dt_construct(model, settings);
        if (!r->solver)
            return NULL;
        keep_first_state(r);
    }
    dt_give_parameters(r->solver, settings);
    return r->solver;
}

void dt_end_reuse(struct reuse *r)
{
    dt_destroy(r->solver);
    free(r->first);
    free(r->arrays);
    r->solver = r->first = NULL;
    r->arrays = NULL;
}
