/* State of step size control, choice of method, steps made elsewhere, and probes. */
#ifndef DRIVETRAIN_KERNEL_STATE_STEPPING_H
#define DRIVETRAIN_KERNEL_STATE_STEPPING_H

#include "base.h"

/* Evidence for and against stiffness, see method_switching.c. */
struct method_choice {
    bool free;
    bool looked;              /* `radius` is known */
    double evidence, patience;
    double explicit_progress; /* time per attempt that the explicit method makes or could make */
    double time;              /* covered since attempts were counted from `attempts` on, */
    double window, window_time; /* in the last window of a trial, and up to its end */
    int64_t attempts;
    int64_t events;           /* since then */
    double radius;            /* spectral radius of the Jacobian when it was looked at last */
    int64_t age;              /* explicit steps since then */
    int64_t steps;            /* of the stiff method since it was judged last */
    int64_t calm;             /* the last ones of them that the explicit method could have made */
};

/* The last attempt with too large an error, see step.c. */
struct rejected {
    double time, step, error;
};

/* Steps held against their rates, see step_probe.c. A quantity is a state, a quadrature or a pair. */
struct step_probe {
    bool on;                  /* steps are probed */
    int64_t next, next_whole; /* the next ones by their numbers: of all, of those with pairs */
    bool whole;               /* at the one at hand everything is evaluated, not only rates */
    int64_t events, kinks;    /* probes so far of steps behind these */
    int64_t looks;            /* evaluations so far */
    bool behind_discontinuity;         /* the last step has ended at a kink */
    dt_io io;                 /* of looks, with places of its own */
    double *x;                /* [n] where it looks */
    double *change, *integral; /* [n_quantities] over the step, of each quantity and of its rate */
    double *size, *largest;   /* [n_quantities] largest value, and rate */
    double *allowed, *moved;  /* [n_quantities] what may be missed: by tolerance, and by what that makes of rates */
    double *doubt;            /* [n_quantities] by how much two integrals differ */
    double *before;           /* [n_quantities] rates or integrals before */
    double *value;            /* [n_pair] */
    dt_step_probe found;
};

/* Steps made elsewhere, see external_step.c. */
struct external {
    bool on;
    bool fresh;               /* there was an event, or a step of another kind, since the last one */
    bool taken;               /* one has been handed over */
    int64_t undefined;        /* state whose derivative was undefined since then, -1: none */
    int code;                 /* dt_code of an evaluation that has failed since then, */
    int64_t block;            /* and its block */
};

#endif
