/* The time loop. */
#ifndef DRIVETRAIN_KERNEL_RUN_RUN_H
#define DRIVETRAIN_KERNEL_RUN_RUN_H

#include "../state/solver.h"

/* clock.c */
double dt_clock(void);

/* memory_layout.c */
bool dt_allocate(dt_solver *s);
void dt_destroy_blocks(dt_solver *s);

/* Is shown an array of the solver and its size in bytes. */
typedef void dt_visit(void *context, void *array, size_t size);

/* Set the pointers of a copy of a solver as they were set first, for arrays that begin at `base`, and show
 * each array; without `base` and `visit` pointers become NULL. Returns the size of all. */
size_t dt_lay_out(dt_solver *copy, char *base, dt_visit *visit, void *context);

#endif
