"""Who is answered: addresses, cookies, files of the page, one socket per page."""
