/* Services for generated code (tables, linear and nonlinear blocks, delays), and sparse LU. */
#ifndef DRIVETRAIN_DT_SERVICES_H
#define DRIVETRAIN_DT_SERVICES_H

#include "dt_model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Largest system for dt_solve and dt_newton, and largest one that may be rank deficient. */
#define DT_DENSE_MAX 2048
#define DT_LEAST_MAX 64
#define DT_FACTORS(n) (3 + 6 * (n) * (n) + 6 * (n))

/* Value (derivative 0) or first or second derivative of a packed table at `u`.
 *
 * Layout, in doubles: n, extrapolation (0 hold, 1 continue, 2 periodic, 3 none), slope left of the grid,
 * slope right of it, first value, last value, number of bends, number of turns (see dt_table_turn; 0: not
 * counted), then n breakpoints x, then for each of the n - 1 intervals the coefficients c0..c3 of c0 + c1 v +
 * c2 v^2 + c3 v^3 with v = u - x[i], then the indices of the breakpoints at which the table has a kink or
 * jumps; if turns are counted, then their count at the start of each interval, and at the end of each.
 * Outside the grid with extrapolation "none" the result is NaN. */
DT_API double dt_table(const double *table, double u, int64_t derivative);

/* Position of `u` relative to the bends. Piece 0: the number of the piece that contains it, i.e. the number
 * of bends before it plus one half, so that it is never 0; 0 exactly at a bend. Otherwise how far `u` lies
 * inside the piece with this number: with the sign of the number inside, with the opposite sign outside. */
DT_API double dt_table_bend(const double *table, double u, double piece);

/* Count how often the table as a whole has risen or fallen up to `u`: a number that grows by 1 from each
 * extremum to the next, in proportion to the value. A jump counts for less than its height, so that a step
 * that is allowed a change of 1 may contain one jump, but not two. */
DT_API double dt_table_turn(const double *table, double u);

/* The same for integers: a piece is the interval between two integers, numbered by its midpoint. */
DT_API double dt_floor_bend(double u, double piece);

/* The table at `u`, extrapolated from the piece with this number, see dt_table_bend, if `u` is in another
 * one; 0: the piece that contains `u`. */
DT_API double dt_table_beside(const double *table, double u, int64_t derivative, double piece);

/* The same for `n` arguments; results are written to `out`. */
DT_API void dt_table_many(const double *table, int64_t n, const double *u, int64_t derivative,
                          double *out);

/* Solve the dense system A x = b.
 *
 * A is row-major, n by n, and destroyed; b holds the right-hand side and receives x. A regular system is
 * solved by LU decomposition without reference to `previous`. If the system is rank deficient but consistent
 * (n <= DT_LEAST_MAX), x is the solution nearest to `previous` in the 2-norm. In every successful case x is
 * stored in `previous` too. Returns DT_OK, DT_SINGULAR or DT_TOO_LARGE. */
DT_API int dt_solve(int64_t n, double *A, double *b, double *previous);

/* The same for a system that is solved repeatedly with the same matrix: `factors` keeps DT_FACTORS(n)
 * numbers, initially zero, from one call to the next. Returns DT_UNSIZED, without doing anything, if the
 * factors of this matrix are not available or the matrix is rank deficient: then use dt_solve_sized. */
DT_API int dt_solve_again(int64_t n, const double *A, double *b, double *previous, double *factors);

/* The same, regardless of earlier calls, given the magnitudes of the terms that are summed in each entry and
 * right-hand side: size[n * n + n] holds the sums of these magnitudes, and is destroyed. Whatever remains
 * after these cancel is rounding. Bit k of `shared` says whether unknown k counts in the distance to
 * `previous`; the others count only for what is then still undetermined. If no bit is set, a rank deficient
 * system is DT_SINGULAR, and the sizes for the right-hand side are not read. */
DT_API int dt_solve_sized(int64_t n, double *A, double *b, double *size, double *previous,
                          double *factors, uint64_t shared);

/* The same with limited loads: `rows` holds two bounds and n coefficients for each of `count` sums of
 * unknowns. Of all solutions within the limits, the nearest to `previous` is taken. If there is none, limits
 * are enforced up to the first one that cannot be met. */
DT_API int dt_solve_limited(int64_t n, double *A, double *b, double *size, double *previous,
                            double *factors, uint64_t shared, int64_t count, const double *rows);

/* Solve large block `block` of the model with these values of the entries of its matrix; b holds the
 * right-hand side and receives the solution. If the block is rank deficient but consistent, the tearing
 * variables are as near as possible to previous[n_torn], which receives them in every successful case.
 * Returns DT_OK, DT_SINGULAR or, if memory is short, DT_TOO_LARGE. */
DT_API int dt_solve_block(const dt_io *io, int64_t block, const double *value, double *b,
                          double *previous);

/* Residual r[n] of a nonlinear block and its row-major Jacobian J = dr/du at u[n]; 0 or a dt_code,
 * non-zero meaning that r cannot be evaluated there. */
typedef int (*dt_residual)(const dt_io *io, const double *known, const double *u, double *r,
                           double *J);

/* Damped Newton iteration for `fn` = 0.
 *
 * u holds the guess and receives the solution; r[n] and J[n * n] are workspace. The iteration ends
 * when the step is below 1e-12 of the size of u. Returns DT_OK, DT_NEWTON_FAILED, DT_TOO_LARGE or
 * the code of `fn` where it cannot be evaluated at the guess. */
DT_API int dt_newton(int64_t n, dt_residual fn, const dt_io *io, const double *known, double *u,
                     double *r, double *J);

/* Value of delayed expression `delay` at the time `shift` before io->time, and its derivative with respect to
 * time. Before the start the expression had its initial value. A constant delay is always
 * settings.delay_longest, and there is an event when a jump or discontinuity of its expression arrives:
 * `shift` then only says how far back the instants within a step lie. */
DT_API double dt_delay(const dt_io *io, int64_t delay, double shift);
DT_API double dt_delay_rate(const dt_io *io, int64_t delay, double shift);

/* Assemble a Jacobian from partial derivatives of single equations, which jac holds after its entries.
 *
 * All entries up to `cleared` and all of dfdt[n_x] become zero, then each line (to, a, b) of the n
 * lines of `chain` adds jac[a] jac[b] to jac[to], or for to < 0 to dfdt[-1 - to]; the factor of a
 * negative a or b is 1. */
DT_API void dt_chain(dt_io *io, int64_t n_x, int64_t cleared, int64_t n, const int64_t *chain);

/* Elementary functions of the same bits on every platform. */
DT_API double dt_sin(double x);
DT_API double dt_cos(double x);
DT_API double dt_exp(double x);
DT_API double dt_log(double x);

/* An elementary function of the C library that the kernel is linked with, such as "sin" or "atan2", of one
 * double or two; NULL if the name is none of those that generated code calls. To be cast before it is
 * called. */
typedef void (*dt_elementary)(void);
DT_API dt_elementary dt_elementary_function(const char *name);

/* ------------------------------------------------------------ sparse linear systems */

/* A square matrix of fixed pattern, in compressed columns, that is factorised repeatedly. */
typedef struct dt_sparse dt_sparse;

/* A matrix of order n with this pattern; NULL if memory is short. The arrays are not copied. */
DT_API dt_sparse *dt_sparse_create(int64_t n, const int64_t *ptr, const int64_t *row);

DT_API void dt_sparse_destroy(dt_sparse *matrix);

/* Accept a pivot order: position[i] is the pivot to which row i belongs, column[k] the column that belongs to
 * pivot k. The only call that allocates. Returns DT_OK or DT_TOO_LARGE. */
DT_API int dt_sparse_order(dt_sparse *matrix, const int64_t *position, const int64_t *column);

/* Factorise with these values of the entries. Returns DT_OK, or DT_PIVOT when a pivot is missing or
 * small compared with the rest of its column. */
DT_API int dt_sparse_factor(dt_sparse *matrix, const double *value);

/* Solve with the last factorisation; b[n] holds the right-hand side and receives the solution. */
DT_API void dt_sparse_solve(dt_sparse *matrix, double *b);

/* Number of entries in both factors, 0 before an order is set. */
DT_API int64_t dt_sparse_entries(const dt_sparse *matrix);

/* A large linear block and its factors, which are kept as long as the matrix is unchanged. */
typedef struct dt_block dt_block;

/* A block of this shape, whose arrays are not copied; NULL if memory is short. */
DT_API dt_block *dt_block_create(const dt_block_shape *shape);

DT_API void dt_block_destroy(dt_block *block);

/* Factorise with these values of the entries. Returns what dt_block_solve does. */
DT_API int dt_block_factor(dt_block *block, const double *value);

/* Numerical rank of the matrix factorised last, by pivots. */
DT_API int64_t dt_block_rank(const dt_block *block);

/* See dt_solve_block. */
DT_API int dt_block_solve(dt_block *block, const double *value, double *b, double *previous);

#ifdef __cplusplus
}
#endif

#endif
