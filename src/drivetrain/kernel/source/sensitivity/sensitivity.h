/* Forward sensitivities: slopes, changes, verdicts. */
#ifndef DRIVETRAIN_KERNEL_SENSITIVITY_SENSITIVITY_H
#define DRIVETRAIN_KERNEL_SENSITIVITY_SENSITIVITY_H

#include "../state/solver.h"

/* slopes.c */
int dt_evaluate_slopes(dt_solver *s, const dt_slopes *slopes, double t, const double *x);
void dt_apply_slopes(const struct sensitivity *w, const dt_slopes *slopes, int64_t first, int64_t count,
                     const double *change, double *out);
double dt_size_of_terms(const struct sensitivity *w, const dt_slopes *slopes, int64_t quantity,
                        const double *change, int64_t direction);
double dt_size_of_change(const dt_solver *s, int64_t i, double now);
int dt_rates_beside(dt_solver *s, double t, const double *x, double *xdot);
int dt_evaluate_tangent(dt_solver *s, double t, const double *x, double *rate);
void dt_rates_of_change(dt_solver *s, const double *change, double *rate);

/* verdicts.c */
void dt_end_direction(struct sensitivity *w, int64_t direction, int code, int64_t part, double time);
void dt_end_all_directions(struct sensitivity *w, int code, int64_t part, double time);
void dt_end_undefined(struct sensitivity *w, const double *change, double time);

/* attachment.c */
void dt_detach_sensitivity(dt_solver *s);
double *dt_latched_rows(const struct sensitivity *w, double *change);
void dt_spread_latched(struct sensitivity *w);
void dt_restart_changes(struct sensitivity *w);
double *dt_write_one(struct written *to);

#endif
