/* The time loop. */
#ifndef DRIVETRAIN_KERNEL_RUN_RUN_H
#define DRIVETRAIN_KERNEL_RUN_RUN_H

#include "../state/solver.h"

/* clock.c */
double dt_clock(void);

/* solver.c: a solver that dt_give_parameters completes; settings may differ there in what depends on
 * parameters. NULL if memory is short. */
dt_solver *dt_construct(const dt_model *model, const dt_settings *settings);
void dt_give_parameters(dt_solver *s, const dt_settings *settings);

/* One solver for run after run, see reuse.c. All members zero: there is none yet. */
struct reuse {
    dt_solver *solver;
    dt_solver *first;         /* how it was constructed, */
    char *arrays;             /* and its arrays; NULL: it cannot be put back into this state */
    size_t size;              /* of these in bytes */
};

/* The solver that dt_create would make; valid until the next call. NULL if memory is short. */
dt_solver *dt_reuse(struct reuse *r, const dt_model *model, const dt_settings *settings);

/* Release it, unless it has been taken out, with all else. */
void dt_end_reuse(struct reuse *r);

/* memory_layout.c */
bool dt_allocate(dt_solver *s);
void dt_destroy_blocks(dt_solver *s);

/* Is shown an array of the solver and its size in bytes. */
typedef void dt_visit(void *context, void *array, size_t size);

/* Set the pointers of a copy of a solver as they were set first, for arrays that begin at `base`, and show
 * each array; without `base` and `visit` pointers become NULL. Returns the size of all. */
size_t dt_lay_out(dt_solver *copy, char *base, dt_visit *visit, void *context);

#endif
