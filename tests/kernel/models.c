/* Small hybrid models with known behaviour, written as a compiler of models would emit them. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "drivetrain_kernel.h"
#include "../source/methods/bogacki_shampine5.h"
#include "../source/methods/rodas5p.h"

#define EXPORT __attribute__((visibility("default")))

/* x0' = x1, x1' = -x0; quadrature of x1^2; y = x0^2 + x1^2 */
EXPORT int oscillator_ode(dt_io *io)
{
    io->xdot[0] = io->x[1];
    io->xdot[1] = -io->x[0];
    io->xdot[2] = io->x[1] * io->x[1];
    return 0;
}

EXPORT int oscillator_full(dt_io *io)
{
    io->y[0] = io->x[0] * io->x[0] + io->x[1] * io->x[1];
    return oscillator_ode(io);
}

/* x' = p0 cos(p0 t) with the state relation x > p1, y = relation */
EXPORT int wave_ode(dt_io *io)
{
    io->xdot[0] = io->p[0] * cos(io->p[0] * io->time);
    return 0;
}

EXPORT int wave_full(dt_io *io)
{
    io->g[0] = io->x[0] - io->p[1];
    io->z_out[0] = io->rel[0];
    return wave_ode(io);
}

/* x' = 1 with the state relation p0 + p1 x + ... + p4 x^4 > 0 */
EXPORT int quartic_ode(dt_io *io)
{
    io->xdot[0] = 1.0;
    return 0;
}

EXPORT int quartic_full(dt_io *io)
{
    double g = 0.0;
    for (int i = 4; i >= 0; --i)
        g = g * io->x[0] + io->p[i];
    io->g[0] = g;
    io->z_out[0] = io->rel[0];
    return quartic_ode(io);
}

/* x' = p0 cos(p0 t) until time p1, then 0. The relation looks at 1e6 sin(p0 t), from the second period
 * on at p2 times as much, which dies away at the rate p3. */
EXPORT int fading_ode(dt_io *io)
{
    io->xdot[0] = io->time < io->p[1] ? io->p[0] * cos(io->p[0] * io->time) : 0.0;
    return 0;
}

EXPORT int fading_full(dt_io *io)
{
    double t = fmin(io->time, io->p[1]), period = 8.0 * atan(1.0) / io->p[0];
    double size = t < period ? 1.0 : io->p[2] * exp(-io->p[3] * (t - period));
    io->g[0] = 1e6 * size * sin(io->p[0] * t);
    io->z_out[0] = io->rel[0];
    return fading_ode(io);
}

/* Bouncing ball: x = (height, speed), p = (gravity, restitution); when height < 0: reinit */
EXPORT int ball_ode(dt_io *io)
{
    io->xdot[0] = io->x[1];
    io->xdot[1] = -io->p[0];
    return 0;
}

EXPORT int ball_full(dt_io *io)
{
    io->g[0] = -io->x[0];
    io->z_out[0] = io->rel[0];
    io->reinit_on[0] = io->rel[0] != 0.0 && io->pre[0] == 0.0;
    io->reinit_value[0] = -io->p[1] * io->x[1];
    return ball_ode(io);
}

/* x' = 1 from time p0 until time p1, else 0; z = (phase) */
EXPORT int timed_ode(dt_io *io)
{
    io->xdot[0] = io->z[0] == 1.0;
    return 0;
}

EXPORT int timed_full(dt_io *io)
{
    io->t_event[0] = io->p[0];
    io->t_event[1] = io->p[1];
    io->z_out[0] = io->rel[0] + io->rel[1];
    io->xdot[0] = io->z_out[0] == 1.0;
    return 0;
}

/* Counters of two clocks; no states */
EXPORT int clocks_ode(dt_io *io)
{
    (void)io;
    return 0;
}

EXPORT int clocks_full(dt_io *io)
{
    for (int k = 0; k < 2; ++k)
        io->z_out[k] = io->pre[k] + io->sample[k];
    return 0;
}

/* A relation that contradicts itself from time 0.5 on, together with an innocent one */
EXPORT int contradiction_ode(dt_io *io)
{
    io->xdot[0] = 1.0;
    return 0;
}

EXPORT int contradiction_full(dt_io *io)
{
    io->g[0] = io->x[0] - 0.25;
    io->g[1] = io->x[0] < 0.5 ? io->x[0] - 0.5 : (io->rel[1] != 0.0 ? -1.0 : 1.0);
    io->z_out[0] = io->rel[1];
    return contradiction_ode(io);
}

/* A discrete variable that never settles once x > 0.5 */
EXPORT int restless_full(dt_io *io)
{
    io->g[0] = io->x[0] - 0.5;
    io->z_out[0] = io->rel[0] != 0.0 ? 1.0 - io->pre[0] : io->pre[0];
    return contradiction_ode(io);
}

/* A discrete variable that counts its own changes once x > 0.5 */
EXPORT int counting_full(dt_io *io)
{
    io->g[0] = io->x[0] - 0.5;
    io->z_out[0] = io->rel[0] != 0.0 ? io->pre[0] + 1.0 : io->pre[0];
    return contradiction_ode(io);
}

/* x' = -1 while x > 0, +1 otherwise: chatters around 0 */
EXPORT int chatter_ode(dt_io *io)
{
    io->xdot[0] = io->z[0] != 0.0 ? -1.0 : 1.0;
    return 0;
}

EXPORT int chatter_full(dt_io *io)
{
    io->g[0] = io->x[0];
    io->z_out[0] = io->rel[0];
    io->xdot[0] = io->z_out[0] != 0.0 ? -1.0 : 1.0;
    return 0;
}

/* x' = p0 where log(1 - x) or a block is undefined beyond x = 1; assertion x < p1 */
EXPORT int edge_ode(dt_io *io)
{
    io->xdot[0] = 1.0;
    io->xdot[1] = io->p[0] != 0.0 ? log(1.0 - io->x[0]) : 0.0;
    if (io->p[0] == 0.0 && io->x[0] > 1.0) {
        io->failed_block = 7;
        return DT_NEWTON_FAILED;
    }
    return 0;
}

EXPORT int edge_full(dt_io *io)
{
    io->assert_ok[0] = 1.0;
    io->assert_ok[1] = io->x[0] < io->p[1];
    return edge_ode(io);
}

/* Two elements locked for good with speeds y = (x0 - 2 x1, x1 + x2), a third with speed x3; the
 * states drift as much as parameters say */
EXPORT int held_ode(dt_io *io)
{
    for (int i = 0; i < 4; ++i)
        io->xdot[i] = io->p[i];
    return 0;
}

EXPORT int held_full(dt_io *io)
{
    for (int k = 0; k < 3; ++k)
        io->z_out[k] = 1.0;
    io->y[0] = io->x[0] - 2.0 * io->x[1];
    io->y[1] = io->x[1] + io->x[2];
    io->g[0] = io->x[0] - 100.0;
    return held_ode(io);
}

/* x' = 1; z = x > p0 and x < p1 and p2 and time >= p3; xdot1 is the time spent there */
EXPORT int window_ode(dt_io *io)
{
    io->xdot[0] = 1.0;
    io->xdot[1] = io->z[0];
    return 0;
}

EXPORT int window_full(dt_io *io)
{
    io->g[0] = io->x[0] - io->p[0];
    io->g[1] = io->p[1] - io->x[0];
    io->t_event[0] = io->p[3];
    io->z_out[0] = io->rel[0] != 0.0 && io->rel[1] != 0.0 && io->p[2] != 0.0 && io->rel[2] != 0.0;
    io->xdot[0] = 1.0;
    io->xdot[1] = io->z_out[0];
    return 0;
}

/* Friction network: n inertias, m elements with the state machine of dry friction.
 *
 *   p = [n, m, J(n), drive(3n), D(m n), T0(m), peak(m)],  drive_i = c + s t + A sin(10 t)
 *   x = w(n);  w_rel = D w;  J w' + D^T tau = drive
 *   z per element: mode, startForward, startBackward, locked
 *   relations per element: s > Tmax, s > T0, s < -Tmax, s < -T0, w > 0, w < 0
 *   y = [w_rel(m), s(m), tau(m), a(n)],  memory = [a(n), s(m)]
 */
#define MOST 8

struct network {
    int n, m;
    const double *J, *drive, *D, *T0, *peak;
};

static struct network network(const dt_io *io)
{
    struct network w = {(int)io->p[0], (int)io->p[1], io->p + 2, NULL, NULL, NULL, NULL};
    w.drive = w.J + w.n;
    w.D = w.drive + 3 * w.n;
    w.T0 = w.D + w.m * w.n;
    w.peak = w.T0 + w.m;
    return w;
}

struct branch {
    int locked;
    double side; /* +1 forward, -1 backward */
};

/* Solve for accelerations and curve parameters u = [a(n), s(m)]. */
static int network_solve(dt_io *io, const struct network *w, const struct branch *branch, double *u)
{
    int size = w->n + w->m;
    double A[4 * MOST * MOST] = {0};
    memset(u, 0, (size_t)size * sizeof *u);
    for (int i = 0; i < w->n; ++i) {
        const double *d = w->drive + 3 * i;
        A[i * size + i] = w->J[i];
        u[i] = d[0] + d[1] * io->time + d[2] * sin(10.0 * io->time);
    }
    for (int k = 0; k < w->m; ++k) {
        int row = w->n + k;
        for (int i = 0; i < w->n; ++i) {
            double d = w->D[k * w->n + i];
            A[row * size + i] = d;
            if (branch[k].locked)
                A[i * size + row] += d;
            else
                u[i] -= d * branch[k].side * w->T0[k];
        }
        if (!branch[k].locked) {
            A[row * size + row] = -1.0;
            u[row] = -branch[k].side * w->peak[k] * w->T0[k];
        }
    }
    int code = dt_solve(size, A, u, io->memory);
    if (code)
        io->failed_block = 3;
    return code;
}

EXPORT int network_ode(dt_io *io)
{
    struct network w = network(io);
    struct branch branch[MOST];
    double u[2 * MOST];
    for (int k = 0; k < w.m; ++k) {
        const double *z = io->z + 4 * k;
        branch[k].locked = z[3] != 0.0;
        branch[k].side = z[1] != 0.0 || (z[2] == 0.0 && z[0] == 1.0) ? 1.0 : -1.0;
    }
    int code = network_solve(io, &w, branch, u);
    memcpy(io->xdot, u, (size_t)w.n * sizeof *u);
    return code;
}

/* Discrete part that does not depend on s of the new solution except through relations. */
static void element(const dt_io *io, int k, struct branch *branch)
{
    const double *pre = io->pre + 4 * k, *rel = io->rel + 6 * k;
    double *z = io->z_out + 4 * k;
    int forward = (pre[0] == 0.0 && (rel[0] != 0.0 || (pre[1] != 0.0 && rel[1] != 0.0))) ||
                  (io->initial && rel[4] != 0.0);
    int backward = (pre[0] == 0.0 && (rel[2] != 0.0 || (pre[2] != 0.0 && rel[3] != 0.0))) ||
                   (io->initial && rel[5] != 0.0);
    int locked = !(pre[0] == 1.0 || forward || pre[0] == -1.0 || backward);
    z[1] = forward;
    z[2] = backward;
    z[3] = locked;
    if ((pre[0] == 1.0 || pre[0] == 2.0 || forward) && rel[4] != 0.0)
        z[0] = 1.0;
    else if ((pre[0] == -1.0 || pre[0] == 2.0 || backward) && rel[5] != 0.0)
        z[0] = -1.0;
    else
        z[0] = 0.0;
    branch->locked = locked;
    branch->side = forward || (!backward && pre[0] == 1.0) ? 1.0 : -1.0;
}

EXPORT int network_full(dt_io *io)
{
    struct network w = network(io);
    struct branch branch[MOST];
    double u[2 * MOST];
    for (int k = 0; k < w.m; ++k)
        element(io, k, &branch[k]);
    int code = network_solve(io, &w, branch, u);
    for (int k = 0; k < w.m; ++k) {
        double s = u[w.n + k], top = w.peak[k] * w.T0[k], speed = 0.0;
        for (int i = 0; i < w.n; ++i)
            speed += w.D[k * w.n + i] * io->x[i];
        double g[6] = {s - top, s - w.T0[k], -top - s, -w.T0[k] - s, speed, -speed};
        memcpy(io->g + 6 * k, g, sizeof g);
        io->y[k] = speed;
        io->y[w.m + k] = s;
        io->y[2 * w.m + k] = branch[k].locked ? s : branch[k].side * w.T0[k];
    }
    memcpy(io->y + 3 * w.m, u, (size_t)w.n * sizeof *u);
    memcpy(io->xdot, u, (size_t)w.n * sizeof *u);
    return code;
}

/* Residuals for dt_newton */
EXPORT int circle_and_line(const dt_io *io, const double *known, const double *u, double *r,
                           double *J)
{
    (void)io;
    r[0] = u[0] * u[0] + u[1] * u[1] - known[0];
    r[1] = u[0] - u[1];
    J[0] = 2.0 * u[0];
    J[1] = 2.0 * u[1];
    J[2] = 1.0;
    J[3] = -1.0;
    return 0;
}

EXPORT int steep(const dt_io *io, const double *known, const double *u, double *r, double *J)
{
    (void)io;
    r[0] = atan(u[0] - known[0]);
    J[0] = 1.0 / (1.0 + (u[0] - known[0]) * (u[0] - known[0]));
    return 0;
}

EXPORT int rootless(const dt_io *io, const double *known, const double *u, double *r, double *J)
{
    (void)io;
    (void)known;
    r[0] = u[0] * u[0] + 1.0;
    J[0] = 2.0 * u[0];
    return 0;
}

/* All coefficients of the explicit pair, one after another */
EXPORT void bs5_coefficients(double *out)
{
    memcpy(out, BS5_C, sizeof BS5_C);
    memcpy(out + 8, BS5_A, sizeof BS5_A);
    memcpy(out + 64, BS5_E, sizeof BS5_E);
    memcpy(out + 72, BS5_D, sizeof BS5_D);
    memcpy(out + 80, BS5_MIDDLE, sizeof BS5_MIDDLE);
    memcpy(out + 88, BS5_FINE, sizeof BS5_FINE);
}

/* All coefficients of the Rosenbrock method, one after another */
EXPORT void rodas_coefficients(double *out)
{
    *out++ = RODAS_GAMMA;
    memcpy(out, RODAS_C, sizeof RODAS_C);
    memcpy(out + 8, RODAS_D, sizeof RODAS_D);
    memcpy(out + 16, RODAS_A, sizeof RODAS_A);
    memcpy(out + 72, RODAS_G, sizeof RODAS_G);
    memcpy(out + 128, RODAS_H, sizeof RODAS_H);
}

/* Jacobian of the oscillator at the top */
EXPORT int oscillator_jacobian(dt_io *io)
{
    io->jac[0] = -1.0;
    io->jac[1] = 1.0;
    io->dfdt[0] = io->dfdt[1] = 0.0;
    return 0;
}

/* Explicitly time dependent and nonlinear, x = exp(sin t): x' = x cos t; q' = x^2 cos t */
EXPORT int growth_ode(dt_io *io)
{
    io->xdot[0] = io->x[0] * cos(io->time);
    io->xdot[1] = io->x[0] * io->x[0] * cos(io->time);
    return 0;
}

EXPORT int growth_full(dt_io *io) { return growth_ode(io); }

EXPORT int growth_jacobian(dt_io *io)
{
    io->jac[0] = cos(io->time);
    io->dfdt[0] = -io->x[0] * sin(io->time);
    return 0;
}

/* Van der Pol's oscillator, p = (epsilon); relation x0 > 0 counted in z */
EXPORT int vanderpol_ode(dt_io *io)
{
    const double *x = io->x;
    io->xdot[0] = x[1];
    io->xdot[1] = ((1.0 - x[0] * x[0]) * x[1] - x[0]) / io->p[0];
    return 0;
}

EXPORT int vanderpol_full(dt_io *io)
{
    io->g[0] = io->x[0];
    io->z_out[0] = io->rel[0];
    return vanderpol_ode(io);
}

EXPORT int vanderpol_jacobian(dt_io *io)
{
    const double *x = io->x;
    io->jac[0] = (-2.0 * x[0] * x[1] - 1.0) / io->p[0];
    io->jac[1] = 1.0;
    io->jac[2] = (1.0 - x[0] * x[0]) / io->p[0];
    io->dfdt[0] = io->dfdt[1] = 0.0;
    return 0;
}

/* Robertson's reactions */
EXPORT int robertson_ode(dt_io *io)
{
    const double *x = io->x;
    double slow = 0.04 * x[0], fast = 3e7 * x[1] * x[1], back = 1e4 * x[1] * x[2];
    io->xdot[0] = back - slow;
    io->xdot[1] = slow - back - fast;
    io->xdot[2] = fast;
    return 0;
}

EXPORT int robertson_full(dt_io *io) { return robertson_ode(io); }

EXPORT int robertson_jacobian(dt_io *io)
{
    const double *x = io->x;
    double by_x1 = 1e4 * x[2], by_x2 = 1e4 * x[1], fast = 6e7 * x[1];
    const double jac[8] = {-0.04, 0.04, by_x1, -by_x1 - fast, fast, by_x2, -by_x2};
    memcpy(io->jac, jac, 7 * sizeof *jac);
    memset(io->dfdt, 0, 3 * sizeof(double));
    return 0;
}

/* Row of n inertias 1 with springs and dampers between, the first one driven:
 * p = [n, c, d, A, omega, on, limit]; x = [w(n), twist(n - 1)]; the drive A sin(omega t) acts from
 * time `on` on; relation w_last > limit reverses it; quadrature: work of the drive */
static double chain_drive(const dt_io *io)
{
    const double *p = io->p;
    double drive = io->rel[1] != 0.0 ? p[3] * sin(p[4] * io->time) : 0.0;
    return io->z[0] != 0.0 ? -drive : drive;
}

static double chain_drive_rate(const dt_io *io)
{
    const double *p = io->p;
    double rate = io->rel[1] != 0.0 ? p[3] * p[4] * cos(p[4] * io->time) : 0.0;
    return io->z[0] != 0.0 ? -rate : rate;
}

static void chain_rates(dt_io *io, double drive)
{
    int n = (int)io->p[0];
    const double *w = io->x, *twist = io->x + n;
    for (int i = 0; i < n; ++i)
        io->xdot[i] = 0.0;
    io->xdot[0] = drive;
    for (int i = 0; i + 1 < n; ++i) {
        double speed = w[i] - w[i + 1], torque = io->p[1] * twist[i] + io->p[2] * speed;
        io->xdot[n + i] = speed;
        io->xdot[i] -= torque;
        io->xdot[i + 1] += torque;
    }
    io->xdot[2 * n - 1] = drive * w[0];
}

EXPORT int chain_ode(dt_io *io)
{
    chain_rates(io, chain_drive(io));
    return 0;
}

EXPORT int chain_full(dt_io *io)
{
    int n = (int)io->p[0];
    io->g[0] = io->x[n - 1] - io->p[6];
    io->t_event[0] = io->p[5];
    io->z_out[0] = io->pre[0] != 0.0 || io->rel[0] != 0.0;
    double drive = io->rel[1] != 0.0 ? io->p[3] * sin(io->p[4] * io->time) : 0.0;
    chain_rates(io, io->z_out[0] != 0.0 ? -drive : drive);
    return 0;
}

EXPORT int chain_jacobian(dt_io *io)
{
    int n = (int)io->p[0], e = 0;
    double c = io->p[1], d = io->p[2];
    for (int j = 0; j < n; ++j) {
        if (j > 0)
            io->jac[e++] = d;
        io->jac[e++] = j > 0 && j + 1 < n ? -2.0 * d : -d;
        if (j + 1 < n)
            io->jac[e++] = d;
        if (j > 0)
            io->jac[e++] = -1.0;
        if (j + 1 < n)
            io->jac[e++] = 1.0;
    }
    for (int j = 0; j + 1 < n; ++j) {
        io->jac[e++] = -c;
        io->jac[e++] = c;
    }
    memset(io->dfdt, 0, (size_t)(2 * n - 1) * sizeof(double));
    io->dfdt[0] = chain_drive_rate(io);
    return 0;
}

/* Sliding mass behind a stiff spring, which is locked from time p1 on: x = (w, wall), w' = p0 (v - w)
 * with wall' = v = 1 */
EXPORT int stopped_ode(dt_io *io)
{
    io->xdot[0] = io->z[0] != 0.0 ? 0.0 : io->p[0] * (1.0 - io->x[0]);
    io->xdot[1] = 1.0;
    return 0;
}

EXPORT int stopped_full(dt_io *io)
{
    io->t_event[0] = io->p[1];
    io->z_out[0] = io->rel[0];
    io->xdot[0] = io->z_out[0] != 0.0 ? 0.0 : io->p[0] * (1.0 - io->x[0]);
    io->xdot[1] = 1.0;
    return 0;
}

EXPORT int stopped_jacobian(dt_io *io)
{
    io->jac[0] = -io->p[0];
    io->dfdt[0] = io->dfdt[1] = 0.0;
    return 0;
}

/* Locked from the start; once its speed is zero, another discrete variable never settles */
EXPORT int unsettled_ode(dt_io *io)
{
    io->xdot[0] = 1e-3;
    return 0;
}

EXPORT int unsettled_full(dt_io *io)
{
    io->z_out[0] = 1.0;
    io->z_out[1] = io->x[0] == 0.0 ? 1.0 - io->pre[1] : io->pre[1];
    return unsettled_ode(io);
}

/* Oscillator x = (angle, speed) of frequency p0; y = (speed, acceleration) of a shaft geared to it by a ratio that
 * grows with the angle, the acceleration p1 times as large as it is. */
EXPORT int geared_ode(dt_io *io)
{
    io->xdot[0] = io->x[1];
    io->xdot[1] = -io->p[0] * io->p[0] * io->x[0];
    return 0;
}

EXPORT int geared_full(dt_io *io)
{
    geared_ode(io);
    double ratio = 1.0 + 0.1 * io->x[0];
    io->y[0] = ratio * io->x[1];
    io->y[1] = io->p[1] * (0.1 * io->x[1] * io->x[1] + ratio * io->xdot[1]);
    return 0;
}

/* x' = 1, from time p0 on 1 + p1: `full` says so, `ode` has not noticed; y = (time, 1). */
EXPORT int unnoticed_ode(dt_io *io)
{
    io->xdot[0] = 1.0;
    return 0;
}

EXPORT int unnoticed_full(dt_io *io)
{
    io->xdot[0] = io->time < io->p[0] ? 1.0 : 1.0 + io->p[1];
    io->y[0] = io->time;
    io->y[1] = 1.0;
    return 0;
}

/* x follows the cosine at the rate p0, which may be very fast; quadrature of x. */
EXPORT int follower_ode(dt_io *io)
{
    io->xdot[0] = -io->p[0] * (io->x[0] - cos(io->time));
    io->xdot[1] = io->x[0];
    return 0;
}

EXPORT int follower_full(dt_io *io) { return follower_ode(io); }

EXPORT int follower_jacobian(dt_io *io)
{
    io->jac[0] = -io->p[0];
    io->dfdt[0] = -io->p[0] * sin(io->time);
    return 0;
}

/* x' = 1 + p0 |sin(p1 t)|, whose bends lie within steps; kinks that make `ode` stay on its branch. */
EXPORT int bending_ode(dt_io *io)
{
    double wave = sin(io->p[1] * io->time), side = io->branch[0];
    io->switching[0] = wave;
    side = side != 0.0 ? side : (wave > 0.0 ? 1.0 : -1.0);
    io->xdot[0] = 1.0 + io->p[0] * side * wave;
    return 0;
}

EXPORT int bending_full(dt_io *io)
{
    double wave = sin(io->p[1] * io->time);
    io->switching[0] = wave;
    io->xdot[0] = 1.0 + io->p[0] * fabs(wave);
    return 0;
}
