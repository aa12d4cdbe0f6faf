/* One integration step: step size control, error, method switching, probes. */
#ifndef DRIVETRAIN_KERNEL_STEPPING_STEPPING_H
#define DRIVETRAIN_KERNEL_STEPPING_STEPPING_H

#include "../state/solver.h"

/* external_step.c */
int dt_external_step(dt_solver *s);

/* method_switching.c */
void dt_choice_start(dt_solver *s);
void dt_choice_event(dt_solver *s);
void dt_choose_method(dt_solver *s, double h, double error, bool held_back);

/* step.c */
int dt_try_step(dt_solver *s, bool *accepted);
bool dt_change_modes(dt_solver *s);
int dt_fail_slow(dt_solver *s);
int dt_fail_step(dt_solver *s, int status, int64_t state);
double dt_state_tolerance(const dt_solver *s, int64_t i, double size);
int64_t dt_worst_state(dt_solver *s);
double dt_choose_end(const dt_solver *s, double wanted);

/* step_probe.c */
bool dt_may_probe_steps(const dt_solver *s);
void dt_step_probe_start(dt_solver *s);
void dt_probe_step(dt_solver *s);

#endif
