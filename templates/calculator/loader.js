/* Unpack the style, the data and the script of the page. Its policy allows them by their hashes. */

(async function () {
  const make = (name, text) => {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
  };
  const text = document.getElementById("packed").textContent;
  const value = (at) => text.charCodeAt(at) - (text[at] > "<" ? 36 : 35); // the letters from # on, without <
  const bytes = new Uint8Array((13 * text.length) / 16);
  let held = 0;
  let count = 0;
  for (let at = 0, end = 0; at < text.length; at += 2) {
    held = ((held & 255) << 13) | (91 * value(at) + value(at + 1));
    for (count += 13; count > 7; end += 1) {
      count -= 8;
      bytes[end] = held >> count;
    }
  }
  const stream = new Blob([bytes.subarray(bytes.findIndex(Boolean))])
    .stream()
    .pipeThrough(new DecompressionStream("deflate"));
  const [style, data, script] = (await new Response(stream).text()).split("\0");
  document.head.append(make("style", style));
  document.getElementById("data").textContent = data;
  document.body.append(make("script", script));
})().catch(function () {
  document.getElementById("old").hidden = false;
});
