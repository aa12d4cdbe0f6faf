"""Order analysis of runs: harmonics of a signal over the angle of a shaft.

Nothing here knows where signals come from: a shaft and a signal are functions of time.
"""
