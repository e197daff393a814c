"""What a value looks like, in every form it offers."""
import base64
import io
import json
import sys

METHODS = {
    "text/markdown": "_repr_markdown_",
    "text/html": "_repr_html_",
    "image/png": "_repr_png_",
    "image/jpeg": "_repr_jpeg_",
    "image/svg+xml": "_repr_svg_",
    "application/json": "_repr_json_",
    "text/latex": "_repr_latex_",
}


def bundle_of(value, is_result=False):
    """The forms of a value by their type; pictures in base64."""
    bundle = {}
    if not isinstance(value, type):
        offered = attempt(getattr(value, "_repr_mimebundle_", None))
        if isinstance(offered, tuple):
            offered = offered[0]
        if isinstance(offered, dict):
            bundle.update(offered)
        for kind, name in METHODS.items():
            if kind not in bundle:
                shown = attempt(getattr(value, name, None))
                if shown is not None:
                    bundle[kind] = shown[0] if isinstance(shown, tuple) else shown
    if not bundle and not is_result and isinstance(value, str):
        return {"text/plain": value}
    if not bundle and not is_result and isinstance(value, (dict, list, tuple, int, float, bool)):
        bundle["application/json"] = value
    # Numbers that JSON does not know would make the whole line unreadable.
    if "application/json" in bundle and attempt(lambda: json.dumps(bundle["application/json"], allow_nan=False)) is None:
        del bundle["application/json"]
    bundle.setdefault("text/plain", attempt(lambda: repr(value)) or object.__repr__(value))
    return {kind: encoded(shown) for kind, shown in bundle.items()}


def attempt(offer):
    """What a method gives; a failing one offers nothing."""
    if not callable(offer):
        return None
    try:
        return offer()
    except Exception:
        return None


def encoded(shown):
    return base64.b64encode(shown).decode() if isinstance(shown, (bytes, bytearray)) else shown


def show_figures(wire):
    """Every figure that is open, as a picture."""
    plots = sys.modules.get("matplotlib.pyplot")
    if plots is None:
        return
    for number in plots.get_fignums():
        picture = io.BytesIO()
        plots.figure(number).savefig(picture, format="png", bbox_inches="tight")
        wire.send({"type": "display", "bundle": {"image/png": base64.b64encode(picture.getvalue()).decode()}})
    plots.close("all")
