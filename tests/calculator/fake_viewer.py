"""A PDF viewer without a screen: runs the scripts of a form as the format defines.

It replaces real viewers in tests with thousands of cards; `viewers` drives the real ones.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from typing import Any

from dukpy import JSInterpreter  # type: ignore[import-untyped]
from pypdf import PdfReader

_VIEWER = """
var fields = {}, alerts = [], answer = 4, event = null, shared = [], asked = [], written = [];
var app = {
  viewerType: "test",
  alert: function (message) { alerts.push(message); return answer; }
};
var doc = {
  getField: function (name) { asked.push(name); return fields[name]; },
  /* pdf.js calls the first one the source */
  calculateNow: function () { calculate(fields[order[0]]); },
  resetForm: function (names) {
    names.forEach(function (name) { fields[name].value = fields[name].initial; });
    doc.calculateNow();
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
function calculate(source) {
  order.forEach(function (name) {
    var field = fields[name];
    event = { source: source, target: field, value: field.value, rc: true };
    run(field, "C");
    field.value = event.value;
    if (source) { /* pdf.js and Acrobat ask about what was calculated, too */
      event = { source: field, target: field, value: field.value, rc: true, willCommit: true };
      run(field, "V");
    }
  });
}
function press(name, key) {
  var field = fields[name], text = String(field.value), back = key === "\\b";
  event = { target: field, value: text, change: back ? "" : key, rc: true, willCommit: false };
  run(field, "K");
  if (event.rc && (back || text.length < field.longest)) {
    field.value = back ? text.slice(0, -1) : text + key;
    calculate();
  }
}
function enter(name, text) {
  var field = fields[name];
  event = { target: field, value: text, change: text, rc: true, willCommit: true };
  run(field, "V");
  var taken = event.rc;
  if (taken) {
    field.value = event.value;
    calculate(field);
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
function watched(field) {
  ["value", "readonly"].forEach(function (key) {
    var held = field[key];
    Object.defineProperty(field, key, {
      get: function () { return held; },
      set: function (value) { written.push(field.name); held = value; }
    });
  });
  return field;
}
null
"""


def _fields(references: Iterable[Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the fields that hold a value.

    Fields that share a name are children of one that holds none.
    """
    for field in (reference.get_object() for reference in references):
        if "/FT" in field:
            yield field
        else:
            yield from _fields(field["/Kids"])


def _name(field: Mapping[str, Any]) -> str:
    """Return the whole name of a field."""
    above = field.get("/Parent")
    return f"{_name(above.get_object())}.{field['/T']}" if above else str(field["/T"])


class FakeViewer:
    """A form that is open.

    `lacks` names something of the document that this viewer does not have.
    """

    def __init__(self, content: bytes, lacks: str = "") -> None:
        reader = PdfReader(BytesIO(content))
        form: Any = reader.root_object["/AcroForm"]
        self._engine = JSInterpreter()
        self._scripts: list[str] = []
        self._engine.evaljs(_VIEWER)
        if lacks:
            self._engine.evaljs(f"delete doc.{lacks}; null")
        for field in _fields(form["/Fields"]):
            name = json.dumps(_name(field))
            self._engine.evaljs(f"fields[{name}] = watched({json.dumps(self._field(field))}); null")
        self._define("var order", [_name(reference.get_object()) for reference in form["/CO"]])
        self._define("shared", self._scripts)
        names = reader.root_object["/Names"]["/JavaScript"]["/Names"]  # type: ignore[index]
        self._define("var opening", _source(names[1]))
        self.open()
        self._define("var saving", _source(reader.root_object["/AA"]["/WS"]))  # type: ignore[index]

    def open(self) -> None:
        """Run the actions that a viewer runs when the form is opened."""
        self._engine.evaljs("new Function('app', opening).call(doc, app); null")

    def _define(self, name: str, value: object) -> None:
        self._engine.evaljs(f"{name} = {json.dumps(value)}; null")

    def _field(self, field: Mapping[str, Any]) -> dict[str, Any]:
        actions = field.get("/AA", {})
        scripts = {kind[1:]: self._place(_source(action)) for kind, action in actions.items()}
        widget = field["/Kids"][0].get_object() if "/Kids" in field else field
        if "/A" in widget:
            scripts["A"] = self._place(_source(widget["/A"]))
        value = str(field.get("/V", ""))
        initial, longest = str(field.get("/DV", "")), int(field.get("/MaxLen", 1_000))
        return {
            "name": _name(field),
            "value": value,
            "initial": initial,
            "longest": longest,
            "scripts": scripts,
        }

    def _place(self, script: str) -> int:
        """Return the place of the script in the list of all; equal ones are one."""
        if script not in self._scripts:
            self._scripts.append(script)
        return self._scripts.index(script)

    def fill(self, cards: Iterable[Mapping[str, object]]) -> list[dict[str, str]]:
        """Write all values of each card at once; return the values of all fields for each."""
        found: list[dict[str, str]] = self._engine.evaljs(
            "dukpy['cards'].map(fill)", cards=list(cards)
        )
        return found

    def enter(self, name: str, text: str) -> bool:
        """Write into a field and leave it; whether it was taken."""
        return bool(
            self._engine.evaljs("enter(dukpy['name'], dukpy['text'])", name=name, text=text)
        )

    def press_keys(self, name: str, keys: str) -> None:
        """Type at the end of a field, as Okular does it.

        Okular validates no value, and calculates all fields at each key.
        """
        for key in keys:
            self._engine.evaljs("press(dukpy['name'], dukpy['key'])", name=name, key=key)

    def types(self, name: str, text: str) -> bool:
        """Check whether a field accepts typed text."""
        return bool(self._engine.evaljs("type(dukpy['name'], dukpy['text'])", name=name, text=text))

    def press(self, name: str, yes: bool) -> None:
        """Press a button, and answer its question."""
        self._engine.evaljs(
            f"answer = {4 if yes else 3}; run(fields[dukpy['name']], 'A'); null", name=name
        )

    def save(self) -> None:
        """Run the actions that a viewer runs before the form is saved."""
        self._engine.evaljs("new Function('app', saving).call(doc, app); null")

    def shown(self) -> dict[str, str]:
        """Return the shown text of every field."""
        found: dict[str, str] = self._engine.evaljs("shown()")
        return found

    def read_only(self) -> set[str]:
        """Return the fields that a script has locked."""
        code = "Object.keys(fields).filter(function (name) { return fields[name].readonly; })"
        return set(self._engine.evaljs(code))

    @property
    def asked(self) -> list[str]:
        """The fields that scripts have asked for."""
        found: list[str] = self._engine.evaljs("asked")
        return found

    @property
    def written(self) -> list[str]:
        """Fields that were written, by scripts or by hand, in a way that is saved with them."""
        found: list[str] = self._engine.evaljs("written")
        return found

    def forget(self) -> None:
        """Forget what was asked for, and what was written."""
        self._engine.evaljs("asked = []; written = []; null")

    @property
    def alerts(self) -> list[str]:
        """Return the messages of the form."""
        found: list[str] = self._engine.evaljs("alerts")
        return found


def _source(action: Any) -> str:
    """Return the JavaScript of an action."""
    text = action.get_object()["/JS"].get_object()
    return text.get_data().decode("ascii") if hasattr(text, "get_data") else str(text)
