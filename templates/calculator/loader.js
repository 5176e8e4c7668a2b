/* Unpack the style, the data and the script of the page. Its policy allows them by their hashes. */

(async function () {
  const make = (name, text) => {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
  };
  const bytes = Uint8Array.from(atob(document.getElementById("packed").textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const [style, data, script] = JSON.parse(await new Response(stream).text());
  document.head.append(make("style", style));
  document.getElementById("data").textContent = data;
  document.body.append(make("script", script));
})().catch(function () {
  document.getElementById("old").hidden = false;
});
