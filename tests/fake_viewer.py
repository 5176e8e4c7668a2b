"""A PDF viewer without a screen: runs the scripts of a form as the format says, in a JavaScript engine.

It stands in for real viewers where thousands of cards are filled in; `viewers` drives the real ones.
"""

import json
from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import Any

from dukpy import JSInterpreter  # type: ignore[import-untyped]
from pypdf import PdfReader

_VIEWER = """
var fields = {}, alerts = [], answer = 4, event = null, shared = [];
var app = { viewerType: "test", alert: function (message) { alerts.push(message); return answer; } };
var doc = {
  getField: function (name) { return fields[name]; },
  calculateNow: function () { calculate(); },
  resetForm: function (names) {
    names.forEach(function (name) { fields[name].value = fields[name].initial; });
    calculate();
  }
};
var made = {};
function run(field, kind) {
  var script = field.scripts[kind];
  if (script !== undefined) {
    made[script] = made[script] || new Function("event", "app", shared[script]);
    made[script].call(doc, event, app);
  }
}
function calculate() {
  order.forEach(function (name) {
    var field = fields[name];
    event = { target: field, value: field.value, rc: true };
    run(field, "C");
    field.value = event.value;
  });
}
function enter(name, text) {
  var field = fields[name];
  event = { target: field, value: text, change: text, rc: true, willCommit: true };
  run(field, "V");
  var taken = event.rc;
  if (taken) {
    field.value = event.value;
    calculate();
  }
  return taken;
}
function type(name, text) {
  event = { target: fields[name], value: "", change: text, rc: true, willCommit: false };
  run(fields[name], "K");
  return event.rc;
}
function fill(values) {
  Object.keys(fields).forEach(function (name) { fields[name].value = fields[name].initial; });
  Object.keys(values).forEach(function (name) { fields[name].value = values[name]; });
  calculate();
  return shown();
}
function shown() {
  var found = {};
  Object.keys(fields).forEach(function (name) { found[name] = String(fields[name].value); });
  return found;
}
null
"""


class FakeViewer:
    """A form that is open; `lacks` names something of the document that this viewer does not have."""

    def __init__(self, content: bytes, lacks: str = "") -> None:
        reader = PdfReader(BytesIO(content))
        form: Any = reader.root_object["/AcroForm"]
        self._engine = JSInterpreter()
        self._scripts: list[str] = []
        self._engine.evaljs(_VIEWER)
        if lacks:
            self._engine.evaljs(f"delete doc.{lacks}; null")
        for reference in form["/Fields"]:
            field = reference.get_object()
            self._define(f"fields[{json.dumps(field['/T'])}]", self._field(field))
        self._define("var order", [reference.get_object()["/T"] for reference in form["/CO"]])
        self._define("shared", self._scripts)
        names = reader.root_object["/Names"]["/JavaScript"]["/Names"]  # type: ignore[index]
        self._define("var opening", _source(names[1]))
        self._engine.evaljs("new Function('app', opening).call(doc, app); null")
        self._define("var saving", _source(reader.root_object["/AA"]["/WS"]))  # type: ignore[index]

    def _define(self, name: str, value: object) -> None:
        self._engine.evaljs(f"{name} = {json.dumps(value)}; null")

    def _field(self, field: Mapping[str, Any]) -> dict[str, Any]:
        actions = field.get("/AA", {})
        scripts = {kind[1:]: self._place(_source(action)) for kind, action in actions.items()}
        widget = field["/Kids"][0].get_object() if "/Kids" in field else field
        if "/A" in widget:
            scripts["A"] = self._place(_source(widget["/A"]))
        value = str(field.get("/V", ""))
        return {"name": field["/T"], "value": value, "initial": str(field.get("/DV", "")), "scripts": scripts}

    def _place(self, script: str) -> int:
        """Where the script stands in the list of all; alike ones are one."""
        if script not in self._scripts:
            self._scripts.append(script)
        return self._scripts.index(script)

    def fill(self, cards: Iterable[Mapping[str, object]]) -> list[dict[str, str]]:
        """What all fields show once these have been written, all at once; for each card."""
        found: list[dict[str, str]] = self._engine.evaljs("dukpy['cards'].map(fill)", cards=list(cards))
        return found

    def enter(self, name: str, text: str) -> bool:
        """Write into a field and leave it; whether it was taken."""
        return bool(self._engine.evaljs("enter(dukpy['name'], dukpy['text'])", name=name, text=text))

    def types(self, name: str, text: str) -> bool:
        """Whether a field lets one type this."""
        return bool(self._engine.evaljs("type(dukpy['name'], dukpy['text'])", name=name, text=text))

    def press(self, name: str, yes: bool) -> None:
        """Press a button, and answer its question."""
        self._engine.evaljs(f"answer = {4 if yes else 3}; run(fields[dukpy['name']], 'A'); null", name=name)

    def save(self) -> None:
        """What happens before the form is saved."""
        self._engine.evaljs("new Function('app', saving).call(doc, app); null")

    def shown(self) -> dict[str, str]:
        """What every field shows."""
        found: dict[str, str] = self._engine.evaljs("shown()")
        return found

    def read_only(self) -> set[str]:
        """The fields that a script has locked."""
        code = "Object.keys(fields).filter(function (name) { return fields[name].readonly; })"
        return set(self._engine.evaljs(code))

    @property
    def alerts(self) -> list[str]:
        """What the form has said."""
        found: list[str] = self._engine.evaljs("alerts")
        return found


def _source(action: Any) -> str:
    """The JavaScript of an action."""
    text = action.get_object()["/JS"].get_object()
    return text.get_data().decode("ascii") if hasattr(text, "get_data") else str(text)
