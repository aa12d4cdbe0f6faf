/* Forward sensitivities: slopes, changes, verdicts. */
#ifndef DRIVETRAIN_KERNEL_SENSITIVITY_SENSITIVITY_H
#define DRIVETRAIN_KERNEL_SENSITIVITY_SENSITIVITY_H

#include "../state/solver.h"

/* slopes.c */
int dt_evaluate_slopes(dt_solver *s, const dt_slopes *slopes, double t, const double *x);
const double *dt_row_of_change(const struct sensitivity *w, const double *change, int64_t column);
void dt_apply_slopes(const struct sensitivity *w, const dt_slopes *slopes, int64_t first, int64_t count,
                     const double *change, double *out);
double dt_size_of_terms(const struct sensitivity *w, const dt_slopes *slopes, int64_t quantity,
                        const double *change, int64_t direction);
double dt_size_of_change(const dt_solver *s, int64_t i, double now);
int dt_rates_beside(dt_solver *s, double t, const double *x, double *xdot);
int dt_evaluate_tangent(dt_solver *s, double t, const double *x, double *rate);
void dt_rates_of_change(dt_solver *s, const double *change, double *rate);

/* delayed_changes.c */
int64_t dt_length_of_past(const struct sensitivity *w);
double dt_node_of_change(double start, double end, int node);
double dt_write_past(struct sensitivity *w, double start, double end);
const double *dt_shifts_of_break(const struct sensitivity *w, int64_t i);
int dt_keep_breaks(dt_solver *s);
void dt_read_past(dt_solver *s, double t);
void dt_restart_past(struct sensitivity *w);
void dt_guess_past(dt_solver *s);
void dt_begin_past(dt_solver *s);
int dt_changes_to_delay(dt_solver *s, double t, const double *x, const double *change, double *value,
                        double *time);

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
