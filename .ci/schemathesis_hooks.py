"""What the description of the admin API cannot say, and a tester must know."""

import schemathesis

# In seconds; the fields take up to an hour.
LONGEST_WAIT = 0.01
WAITS = ("withinSeconds", "settleSeconds", "waitSeconds")


def shorten(members):
    """Sets long waits to a short one; what is no number of seconds stays as it is."""
    for name in WAITS:
        value = members.get(name)
        try:
            seconds = float(value)
        except (TypeError, ValueError):
            continue
        if not isinstance(value, bool) and LONGEST_WAIT < seconds <= 3600:
            members[name] = str(LONGEST_WAIT) if isinstance(value, str) else LONGEST_WAIT


@schemathesis.hook
def before_call(context, case, kwargs):
    for part in (case.body, case.query):
        if isinstance(part, dict):
            shorten(part)
