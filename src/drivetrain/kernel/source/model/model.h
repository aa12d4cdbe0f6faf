/* Model evaluations, and quantities derived from them. */
#ifndef DRIVETRAIN_KERNEL_MODEL_MODEL_H
#define DRIVETRAIN_KERNEL_MODEL_MODEL_H

#include "../state/solver.h"

/* angles.c */
void dt_mark_angles(dt_solver *s, const double *phase);
void dt_begin_angles(dt_solver *s);
void dt_watch_angles(dt_solver *s, const double *phase);
void dt_watch_last_angles(dt_solver *s, bool left_branch);

/* branches.c */
void dt_mark_branches(dt_solver *s, const double *value);
void dt_keep_branches(dt_solver *s);
bool dt_leaves_branch(const dt_solver *s);
double dt_branch_at(const dt_solver *s, int64_t k, double value);
bool dt_passed_branch(const dt_solver *s, const double *value);
bool dt_touched_branch(const dt_solver *s, const double *value);
void dt_note_switching(dt_solver *s, double t, const double *value);
void dt_note_end(dt_solver *s);
void dt_watch_branches(dt_solver *s);
void dt_forget_branches(dt_solver *s);
bool dt_left_branch(const dt_solver *s);
void dt_free_branches(dt_solver *s);
void dt_note_branches(dt_solver *s);
bool dt_changes_branches(const dt_solver *s);

/* checks.c */
int64_t dt_first_violated(const dt_solver *s);
int dt_check_asserts(dt_solver *s);
int64_t dt_first_undefined(const dt_solver *s);
int dt_check_defined(dt_solver *s);
int dt_check_whole(dt_solver *s);
int dt_check_held(dt_solver *s);
void dt_keep_smooth(dt_solver *s);
int dt_check_smooth(dt_solver *s);

/* portable_functions.c */
double dt_power_of_two(double x);

/* error_norm.c */
double dt_tolerance_norm(const dt_solver *s, const double *v, const double *y);

/* evaluate.c */
int dt_evaluate_ode(dt_solver *s, double time, const double *x, double *xdot);
int dt_evaluate_start(dt_solver *s, double *xdot);
int dt_evaluate_full(dt_solver *s, double time, const double *x);
int64_t dt_length_of_rows(const dt_model *model, const dt_settings *settings);
int dt_evaluate_into(dt_solver *s, dt_io *io, double time, const double *x);
int dt_look_into(dt_solver *s, dt_io *io, double time, const double *x);
int dt_evaluate_rates(dt_solver *s, double time, const double *x, double *xdot);
int dt_evaluate_again(dt_solver *s, double time, const double *x, double *xdot);
int dt_evaluate_end(dt_solver *s);
int dt_evaluate_last_stage(dt_solver *s, double *xdot);
int dt_evaluate_jacobian(dt_solver *s, double time, const double *x);
void dt_keep_memory(dt_solver *s);
void dt_note_end_memory(dt_solver *s);
void dt_keep_end_shares(dt_solver *s);
void dt_keep_shares(dt_solver *s);
void dt_take_back_shares(dt_solver *s);
void dt_restore_memory(dt_solver *s);
void dt_write_row(const dt_solver *s, int flag, double *row);
void dt_write_short_row(const dt_solver *s, double time, int flag, const double *x, double *row);
void dt_record(const dt_solver *s, int flag, double *row);
double dt_value(const dt_solver *s, int64_t index);
double dt_value_in(const dt_solver *s, const dt_io *io, int64_t index);

/* failure.c */
int dt_fail(dt_solver *s, int status);
int dt_fail_block(dt_solver *s, int code);
void dt_clear_failure(dt_solver *s);

/* floating_time.c */
double dt_ulp(double t);
double dt_just_before(double t);

/* lookup_table.c */
double dt_table_next(const double *table, double u, bool up);
double dt_table_range(const double *table, int64_t derivative);

#endif
