/* Detection and location of crossings, branch changes, spline knots and delay breaks within a step. */
#ifndef DRIVETRAIN_KERNEL_DISCONTINUITIES_DISCONTINUITIES_H
#define DRIVETRAIN_KERNEL_DISCONTINUITIES_DISCONTINUITIES_H

#include "../state/solver.h"

/* assertion_violation.c */
double dt_find_violation(dt_solver *s, double good, double bad);
bool dt_violated_before_event(dt_solver *s);

/* branch_changes.c */
void dt_count_near(dt_solver *s, double h);
bool dt_leave_discontinuities(dt_solver *s, double h);
bool dt_left_lasting(const dt_solver *s);
int dt_find_branch_change(dt_solver *s, double *part);
bool dt_crowded_branch_changes(const dt_solver *s, double part);

/* delay_history.c */
void dt_history_prepare(dt_solver *s);
void dt_history_destroy(dt_solver *s);
int64_t dt_history_nodes(void);
void dt_history_clear(dt_solver *s, bool probing);
bool dt_history_agrees(dt_solver *s, int64_t round);
int dt_history_begin(dt_solver *s);
int dt_record_history(dt_solver *s, double end);
int dt_history_bend(dt_solver *s);
bool dt_break_arrives(const dt_solver *s, int64_t k, int64_t i, double t);
bool dt_break_concerns(const dt_solver *s, int64_t k, int64_t i);
double dt_history_limit(const dt_solver *s);
bool dt_history_overrun(dt_solver *s);
double dt_next_arrival(const dt_solver *s);
void dt_pass_arrivals(dt_solver *s);
int dt_history_event(dt_solver *s, bool own);
bool dt_history_room(const dt_solver *s);
bool dt_history_grow(dt_solver *s);
bool dt_history_reserve(dt_solver *s);
double *dt_history_piece(const struct history *h, int64_t i);
struct history_break *dt_history_break(const struct history *h, int64_t i);

/* inert_crossing.c */
void dt_find_inert(dt_solver *s, dt_io *io, const double *g);
void dt_flip_inert(dt_solver *s);

/* load_reversal.c */
void dt_watch_load_reversal(dt_solver *s);
void dt_find_load_reversal(dt_solver *s);
void dt_pass_load_reversal(dt_solver *s);

/* oscillation_limit.c */
void dt_forget_oscillations(dt_solver *s);
double dt_judge_angles(dt_solver *s, double h, double shortest);
bool dt_endless(dt_solver *s, double h);
int dt_set_oscillation_limit(dt_solver *s);

/* schedule.c */
void dt_schedule_start(dt_solver *s, double t);
void dt_schedule_next(dt_solver *s);
bool dt_raise_clocks(dt_solver *s);
bool dt_grid_due(const dt_solver *s, double *t);
double dt_grid_before(const dt_solver *s, double t);
void dt_request_row(dt_solver *s, double t);
void dt_resume_grid(dt_solver *s);
bool dt_row_is_there(const dt_solver *s);
void dt_schedule_clocks(dt_solver *s);
bool dt_ticks_at(const dt_solver *s, int64_t clock, double t);

/* spline_knots.c */
void dt_prepare_knots(dt_solver *s);
double dt_judge_knots(dt_solver *s, double h);
double dt_foresee_knots(dt_solver *s, double h);
void dt_forget_knots(dt_solver *s);

/* zero_crossing.c */
int dt_find_crossing(dt_solver *s, bool *found);
void dt_mark_step_start(dt_solver *s, const double *g);
bool dt_crossed(dt_solver *s, int64_t k, double g);
int dt_evaluate_within(dt_solver *s, double t, dt_io **io);
void dt_note_amplitude(dt_solver *s, const double *g);

#endif
