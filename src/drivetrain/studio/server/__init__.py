"""Who is answered, and how: addresses, cookies, commands, one session per page."""
