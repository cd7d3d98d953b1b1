"""What the panels share: labelled controls that work by keyboard in JupyterLab, and the display with a static twin.

Dropdown, Select and RadioButtons are not used: JupyterLab takes their arrow keys for moving between cells.
"""

from __future__ import annotations

import ipywidgets as widgets

LABEL = "130px"
_ALIGNED = f"<style>.hermes-panel .widget-label {{ text-align: left; flex: 0 0 {LABEL}; }}</style>"


def toggles(label: str, options, value) -> widgets.ToggleButtons:
    """One choice of a few, each a button: Tab and Space choose."""
    style = widgets.ToggleButtonsStyle(description_width=LABEL, button_width="auto")
    row = widgets.Layout(display="flex", flex_flow="row nowrap", width="100%", align_items="baseline")
    return widgets.ToggleButtons(description=label, options=options, value=value, style=style, layout=row)


def text(label: str, value: str = "", placeholder: str = "") -> widgets.Text:
    """A line of text that counts while it is typed."""
    wide = widgets.Layout(width="min(640px, 96%)")
    return widgets.Text(description=label, value=value, placeholder=placeholder, style={"description_width": LABEL}, layout=wide)


def button(label: str, action) -> widgets.Button:
    """A button with a word on it; `action` takes no argument."""
    made = widgets.Button(description=label, layout=widgets.Layout(width="auto", align_self="flex-start"))
    made.on_click(lambda _: action())
    return made


class Panel:
    """A view of a plain state: controls by name, one HTML widget drawn by `draw(state)`.

    A subclass gives `controls` (name -> widget, in reading order) and `draw`. Changing a control draws once; callbacks
    print nothing. Displayed, it is the live widget; stored, it is the drawn HTML.
    """

    def __init__(self, controls: dict[str, widgets.Widget]):
        self.controls = controls
        self._start = self.values()
        self._quiet = False
        self.out = widgets.HTML()
        self.out.add_class("hermes-out")
        for name, control in controls.items():
            control.add_class(f"hermes-{name}")
            control.observe(self._changed, names="value")
        self.reset_button = button("Reset", self.reset)
        self.reset_button.add_class("hermes-reset")
        self.view = widgets.VBox()
        self.view.add_class("hermes-panel")
        self.arrange(*controls.values(), self.reset_button)
        self._changed()

    def arrange(self, *widgets_in_order: widgets.Widget) -> None:
        """Put the controls above what is drawn, in this order."""
        self.view.children = [widgets.HTML(_ALIGNED), *widgets_in_order, self.out]

    def draw(self) -> str:
        """The HTML of the present state; everything in it escaped."""
        raise NotImplementedError

    def values(self) -> dict:
        """The present value of every control, by name."""
        return {name: control.value for name, control in self.controls.items()}

    def set(self, **values) -> None:
        """Set several controls and draw once."""
        self._quiet = True
        try:
            for name, value in values.items():
                self.controls[name].value = value
        finally:
            self._quiet = False
        self._changed()

    def reset(self) -> None:
        """Back to the state in which the panel opened."""
        self.set(**self._start)

    def _changed(self, _=None) -> None:
        if not self._quiet:
            self.out.value = self.draw()

    def _ipython_display_(self) -> None:
        from IPython.display import display

        display({**self.view._repr_mimebundle_(), "text/html": self.out.value, "text/plain": "[panel]"}, raw=True)
