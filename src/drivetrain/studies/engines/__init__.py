"""Where the runs of a study are made: threads of this process, or an executor of the user's."""
