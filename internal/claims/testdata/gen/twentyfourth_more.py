"""What the two halves share beyond form.py."""
from form import *  # noqa: F401,F403
from form import sessions, T, B


def turn(user, steps, last, *claims):
    return {"user": user, "steps": steps, "last": last, "claims": list(claims)}


def M(lang, tags, *turns, files=None):
    """A session of several turns."""
    sessions.append({"lang": lang, "tags": tags.split(), "files": files or {}, "turns": list(turns)})


def TODO(*items):
    """TodoWrite: "x done", "> doing", "- to do"."""
    state = {"x": "completed", ">": "in_progress", "-": "pending"}
    return T("TodoWrite", "Todos have been modified successfully. Ensure that you continue to use the todo list to track your "
             "progress. Please proceed with the current tasks if applicable",
             todos=[{"content": i[2:], "status": state[i[0]], "activeForm": i[2:]} for i in items])


def GLOB(pattern, out):
    return T("Glob", out, pattern=pattern)


def ST(out=""):
    return B("git status --short", out)


def HOOKS(*lines):
    return "\n".join(lines)
