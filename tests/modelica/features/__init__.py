"""Every feature of the language: two models with known answers, and a wrong one."""
