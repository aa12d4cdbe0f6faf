/* Contacts, locks and impulses: which elements lock, slide or collide, and the effect on speeds. */
#ifndef DRIVETRAIN_KERNEL_CONTACT_CONTACT_H
#define DRIVETRAIN_KERNEL_CONTACT_CONTACT_H

#include "../state/solver.h"

/* Trial accelerations, as a multiple of the speeds, see impulses.c. */
#define DT_PUSH 1073741824.0

/* closing_locks.c */
int dt_check_closing(dt_solver *s);
int dt_find_closing(dt_solver *s, uint8_t *closing);
double dt_speed_noise(const dt_solver *s);
void dt_note_locked(dt_solver *s);
void dt_forget_locked(dt_solver *s);

/* contact_law.c */
int dt_find_contacts(dt_solver *s, int (*settle)(dt_solver *));
bool dt_contacts_prepare(dt_solver *s);
void dt_contacts_destroy(dt_solver *s);
void dt_note_at_rest(dt_solver *s);
void dt_begin_contacts(dt_solver *s);
bool dt_forget_passed(dt_solver *s);
void dt_forget_contacts(dt_solver *s);
bool dt_hold_together(dt_solver *s);
bool dt_any_near_limit(const dt_solver *s, const dt_io *io, double part);
bool dt_is_decided(const dt_solver *s, int64_t k);
bool dt_touches(const dt_solver *s, int64_t k);
bool dt_slides(const dt_solver *s, int64_t contact);
bool dt_contacts_agree(dt_solver *s);

/* impulses.c */
void dt_note_impacts(dt_solver *s);
void dt_forget_impacts(dt_solver *s);
int dt_refuse_impacts(dt_solver *s);
int dt_apply_impulses(dt_solver *s, bool *struck);
void dt_set_trial(dt_solver *s, double push);
int dt_rates_on_trial(dt_solver *s, double push, const double *x, double *xdot);
bool dt_is_hit(const dt_solver *s, int64_t hold);
bool dt_has_to_stop(const dt_solver *s, int64_t hold);

/* impulse_sensitivity.c */
void dt_impulse_sensitivity(dt_solver *s);

/* lock_basis.c */
void dt_orthogonalise(dt_solver *s);
void dt_rest_columns(dt_solver *s);
void dt_correct_states(dt_solver *s, double *x);

/* lock_jacobian.c */
bool dt_motions_prepare(dt_solver *s);
void dt_read_speeds(dt_solver *s);
double dt_speed_rounding(const dt_solver *s);
int dt_differentiate_speeds(dt_solver *s);

/* lock_projection.c */
int dt_know_speeds(dt_solver *s);
int dt_apply_locks(dt_solver *s, bool *noticed);
int dt_take_back_locks(dt_solver *s);
void dt_watch_drift(dt_solver *s);
void dt_undo_drift(dt_solver *s);
bool dt_lock_point(dt_solver *s, double *x);

/* mode_conflict.c */
void dt_note_contradiction(dt_solver *s, int64_t k);
void dt_forget_contradictions(dt_solver *s);

/* mode_lookahead.c */
int dt_evaluate_elsewhere(dt_solver *s);
bool dt_look_ahead(dt_solver *s, double least, double most);

/* mode_search.c */
void dt_measure_noise(dt_solver *s, const double *g, const double *unknowns);
double dt_noise(dt_solver *s, int64_t k);
void dt_reset_noise(dt_solver *s);
bool dt_raise_noise(dt_solver *s);
int dt_find_modes(dt_solver *s);
bool dt_doubtful(dt_solver *s, int64_t k);
bool dt_rests(dt_solver *s, int64_t k, const double *g);
bool dt_consistent(dt_solver *s);
bool dt_system_consistent(dt_solver *s, int64_t system);

/* principal_pivoting.c */
bool dt_limits_follow(int64_t m, const double *slope);
bool dt_decide(struct decision *d);

/* second_motion.c */
bool dt_second_motion_prepare(dt_solver *s);
void dt_second_motion_destroy(dt_solver *s);
int dt_refuse_second_motion(dt_solver *s);

#endif
