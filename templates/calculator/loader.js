/* Unpack the style, the data and the script of the page. Its policy allows them by their hashes. */

(async function () {
  const make = (name, text) => {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
  };
  /* Five letters from ! to u are the digits of four bytes; v is for <, which could end the script. */
  const digits = document.getElementById("packed").textContent;
  const bytes = new Uint8Array(4 * Math.ceil(digits.length / 5));
  for (let at = 0, value = 0; at < (5 * bytes.length) / 4; at += 1) {
    const digit = at < digits.length ? digits.charCodeAt(at) - 33 : 84;
    value = 85 * value + (digit === 85 ? 27 : digit);
    if (at % 5 === 4) {
      new DataView(bytes.buffer).setUint32((4 * (at - 4)) / 5, value);
      value = 0;
    }
  }
  const stream = new Blob([bytes.subarray(0, Math.floor((4 * digits.length) / 5))])
    .stream()
    .pipeThrough(new DecompressionStream("deflate"));
  const [style, data, script, worker] = JSON.parse(await new Response(stream).text());
  document.head.append(make("style", style));
  document.getElementById("data").textContent = JSON.stringify(data);
  document.getElementById("worker").textContent = worker || "";
  document.body.append(make("script", script));
})().catch(function () {
  document.getElementById("old").hidden = false;
});
