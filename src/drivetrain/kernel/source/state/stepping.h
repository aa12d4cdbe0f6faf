/* State of step size control, method switching, external steps, and step probes. */
#ifndef DRIVETRAIN_KERNEL_STATE_STEPPING_H
#define DRIVETRAIN_KERNEL_STATE_STEPPING_H

#include "base.h"

/* Evidence for and against stiffness, see method_switching.c. */
struct method_choice {
    bool free;
    bool looked;              /* `radius` is known */
    double evidence, patience;
    double explicit_progress; /* time per attempt that the explicit method achieves or could achieve */
    double time;              /* covered since attempts were last counted, */
    double window, window_time; /* in the last window of a trial, and up to its end */
    int64_t attempts;
    int64_t events;           /* since then */
    double radius;            /* spectral radius of the Jacobian at the last estimate */
    int64_t age;              /* explicit steps since then */
    int64_t steps;            /* of the stiff method since it was last assessed */
    int64_t calm;             /* the latest of them that the explicit method could have made */
};

/* The last rejected attempt, see step.c. */
struct rejected {
    double time, step, error;
};

/* Checks of steps against their rates, see step_probe.c. A quantity is a state, a quadrature or a pair. */
struct step_probe {
    bool on;                  /* steps are probed */
    int64_t next, next_whole; /* numbers of the next ones: of all, of those with pairs */
    bool whole;               /* at the current one everything is evaluated, not only rates */
    int64_t events, discontinuities; /* probes so far behind these */
    int64_t looks;            /* evaluations so far */
    bool behind_discontinuity;         /* the last step ended at a discontinuity */
    dt_io io;                 /* for evaluations, with memory of its own */
    double *x;                /* [n] states at which the probe evaluates */
    double *change, *integral; /* [n_quantities] over the step, of each quantity and of its rate */
    double *size, *largest;   /* [n_quantities] largest magnitude, and rate */
    double *allowed, *moved;  /* [n_quantities] allowed discrepancy: by tolerance, and its effect on rates */
    double *doubt;            /* [n_quantities] difference of two integrals */
    double *before;           /* [n_quantities] rates or integrals before */
    double *value;            /* [n_pair] */
    dt_step_probe found;
};

/* Steps made by an external integrator, see external_step.c. */
struct external {
    bool on;
    bool fresh;               /* there was an event, or a step of another kind, since the last one */
    bool taken;               /* a step has been handed over */
    int64_t undefined;        /* state with undefined derivative since then, -1: none */
    int code;                 /* dt_code of an evaluation that has failed since then, */
    int64_t block;            /* and its block */
};

#endif
