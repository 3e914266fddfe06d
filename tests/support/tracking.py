"""The form of a track, as Slack shows it and as somebody submits it."""

from handlers.track import track_form


def filled(view):
    """Give what a form shows in its fields, by their names."""
    elements = {
        block["block_id"].rpartition(".")[2]: block["element"] for block in view["blocks"] if block["type"] == "input"
    }
    return {name: shown for name, one in elements.items() if (shown := _shown(one)) is not None}


def _shown(element):
    if "initial_option" in element:
        return element["initial_option"]["value"]
    return next((value for name, value in element.items() if name.startswith("initial_")), None)


def submitted(view, **typed):
    """Submit a form as Slack would, with what is typed over what it was filled with."""
    values = {}
    for block in view["blocks"]:
        if block["type"] != "input":
            continue
        key, element = block["block_id"], block["element"]
        value = typed.get(key.rpartition(".")[2], _shown(element))
        kind = {"static_select": "selected_option", "users_select": "selected_user"}.get(element["type"], "value")
        kind = "selected_date_time" if element["type"] == "datetimepicker" else kind
        values[key] = {key: {kind: {"value": value} if kind == "selected_option" else value}}
    return values


async def sent(desk, view, **typed):
    """Submit a form whose fields are all right, and give the answer."""
    work = track_form(desk, submitted(view, **typed))
    assert callable(work), work
    return await work()
