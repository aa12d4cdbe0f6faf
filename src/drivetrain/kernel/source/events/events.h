/* Event iteration, and detection of cycles, chattering and Zeno behaviour. */
#ifndef DRIVETRAIN_KERNEL_EVENTS_EVENTS_H
#define DRIVETRAIN_KERNEL_EVENTS_EVENTS_H

#include "../state/solver.h"

/* event_cycle.c */
bool dt_watch_cycle(dt_solver *s, int64_t pass);

/* foreign_blocks.c */
void dt_foreign_begin(dt_solver *s);
bool dt_foreign_tick(dt_solver *s);
int64_t dt_foreign_rounds(const dt_solver *s);
int dt_foreign_restless(dt_solver *s);
int dt_foreign_step(dt_solver *s);
int dt_foreign_give(dt_solver *s, bool *changed);
void dt_foreign_again(dt_solver *s);
bool dt_foreign_is_due(const dt_solver *s);

/* event_iteration.c */
int dt_start_event(dt_solver *s, double t, const double *x, const double *pre, bool probing);
int dt_handle_event(dt_solver *s);

/* start_sensitivity.c */
void dt_begin_start_sensitivity(dt_solver *s);

/* delay_sensitivity.c */
int dt_record_past(dt_solver *s);
void dt_pass_jumping_arrivals(dt_solver *s, bool *any);
void dt_pass_kinked_arrivals(dt_solver *s, bool *any);

/* event_sensitivity.c */
void dt_find_change(dt_solver *s, double t, double *out);
bool dt_moves_alike(const dt_solver *s, int64_t d, double shift);
void dt_join_shift(dt_solver *s, int64_t d, double shift, int64_t part, bool *any);
void dt_begin_event_sensitivity(dt_solver *s);
void dt_reset_sensitivity(dt_solver *s);
void dt_latch_sensitivity(dt_solver *s);
void dt_end_start_sensitivity(dt_solver *s);
void dt_follow_sensitivity(dt_solver *s, int before, const double *rows, int64_t count);

/* zeno.c */
void dt_zeno_start(dt_solver *s);
bool dt_follows_at_once(const dt_solver *s);
int dt_watch_zeno(dt_solver *s);
int dt_judge_zeno(dt_solver *s, bool jumped);

#endif
