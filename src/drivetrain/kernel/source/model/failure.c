/* Failure reports: why a run ends, in numbers. */
#include "model.h"

int dt_fail(dt_solver *s, int status)
{
    s->failure.status = status;
    s->failure.time = s->io.time;
    s->phase = PHASE_FAILED;
    return status;
}

int dt_fail_block(dt_solver *s, int code)
{
    s->failure.block = s->io.failed_block;
    s->failure.block_code = code;
    return dt_fail(s, DT_BLOCK_FAILED);
}

void dt_clear_failure(dt_solver *s)
{
    s->failure = (dt_failure){.status = DT_DONE,
                              .state = -1,
                              .block = -1,
                              .assertion = -1,
                              .delay = -1,
                              .lock = -1,
                              .relations = s->failed_relations,
                              .changes = s->cycle_log};
}
