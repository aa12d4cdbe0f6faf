/* The time loop. */
#ifndef DRIVETRAIN_KERNEL_RUN_RUN_H
#define DRIVETRAIN_KERNEL_RUN_RUN_H

#include "../state/solver.h"

/* clock.c */
double dt_clock(void);

/* memory_layout.c */
bool dt_allocate(dt_solver *s);
void dt_destroy_blocks(dt_solver *s);

#endif
