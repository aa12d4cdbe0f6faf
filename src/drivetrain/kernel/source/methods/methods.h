/* Integration methods and their continuous extensions. */
#ifndef DRIVETRAIN_KERNEL_METHODS_METHODS_H
#define DRIVETRAIN_KERNEL_METHODS_METHODS_H

#include "../state/solver.h"

#define DT_TOGETHER 16

/* adaptive_quadrature.c */
void dt_integrate_panels(dt_solver *s);
void dt_interpolate_panels(const dt_solver *s, double t, double *x);

/* bogacki_shampine5.c */
int dt_bs5_stages(dt_solver *s, double t, double h);
void dt_exchange_stages(dt_solver *s);
void dt_gather_point(dt_solver *s);
void dt_tiles_prepare(dt_solver *s);
void dt_bs5_error(const dt_solver *s, double h, double *error);
void dt_bs5_dense(dt_solver *s);
int dt_bs5_refine(dt_solver *s);

/* continuous_extension.c */
void dt_interpolate(dt_solver *s, double t, double *x);
void dt_interpolate_many(dt_solver *s, int64_t count, const double *t, double *x, int64_t stride);

/* explicit_sensitivity.c */
int dt_bs5_sensitivity(dt_solver *s);
int dt_bs5_sensitivity_at(dt_solver *s, double t, double *out);
double dt_bs5_sensitivity_error(const dt_solver *s);

/* iteration_matrix.c */
bool dt_matrix_create(struct matrix *m, const dt_model *model);
void dt_matrix_destroy(struct matrix *m);
int dt_matrix_factor(struct matrix *m, const dt_model *model, const double *jac, double shift);
void dt_matrix_solve(struct matrix *m, double *b);

/* piecewise_sensitivity.c */
bool dt_passes_bend(const dt_solver *s);
void dt_pass_jump(dt_solver *s, double t, const double *x, const double *before, const double *after,
                  const double *left, const double *right, double *change);
int dt_unbent_sensitivity(dt_solver *s, double enough);
int dt_piecewise_sensitivity(dt_solver *s, double enough);

/* rosenbrock.c */
int dt_rodas_stages(dt_solver *s, double t, double h);
const double *dt_rodas_error(const dt_solver *s);
void dt_rodas_dense(dt_solver *s);

/* stiff_sensitivity.c */
int dt_radau(dt_solver *s, double start, double h);
int dt_radau_error(dt_solver *s, double start, double h, double *error);
int dt_keep_part(struct sensitivity *w, double start, double h);
void dt_read_part(const struct sensitivity *w, double t, double *out);
void dt_radau_at(const struct sensitivity *w, double start, double h, double t, double *out);

/* step_quadrature.c */
int dt_complete_step(dt_solver *s, double h);

#endif
