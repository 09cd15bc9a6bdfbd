"""What the description of the admin API cannot say, and a tester must know."""

import schemathesis

# In seconds; the fields take up to an hour.
LONGEST_WAIT = 0.01
WAITS = ("withinSeconds", "settleSeconds", "waitSeconds", "drainSeconds")


def is_wait(value):
    """Whether it is a number of seconds that the calls take."""
    try:
        return not isinstance(value, bool) and 0 <= float(value) <= 3600
    except (TypeError, ValueError):
        return False


def shorten(members):
    """Sets long waits to a short one; what is no number of seconds stays as it is."""
    for name in WAITS:
        value = members.get(name)
        if is_wait(value) and float(value) > LONGEST_WAIT:
            members[name] = str(LONGEST_WAIT) if isinstance(value, str) else LONGEST_WAIT


def pair(query):
    """Leaves 'drainSeconds' out where there is no 'drain=true', with which alone it goes."""
    if is_wait(query.get("drainSeconds")) and str(query.get("drain")).lower() != "true":
        del query["drainSeconds"]


@schemathesis.hook
def before_call(context, case, kwargs):
    for part in (case.body, case.query):
        if isinstance(part, dict):
            shorten(part)
    if isinstance(case.query, dict):
        pair(case.query)
