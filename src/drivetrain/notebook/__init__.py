"""Models and runs in notebooks: the page of the Studio as a widget in the output of a cell.

`explore` checks what is asked, `widget` is what a notebook shows, `views` answers its messages.
Only `widget` needs the extra `notebook`.
"""
