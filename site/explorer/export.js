// The picture as a file: both panes side by side, with the sentence below.

const GAP = 12;
const INHERITED = ["--paper", "--pane", "--ink", "--quiet", "--a", "--b", "--difference", "--newest", "--simplex", "--excluded", "--separation", "--line"];

/** The panes as one SVG document, in the colors that they have now. */
export async function figure(stages, why, title) {
  const style = await (await fetch("figure.css")).text();
  const own = [...document.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules].map(({ cssText }) => cssText).filter((text) => /^(\.stage |:is\(\.stage, \.film\) )/.test(text));
    } catch {
      return [];
    }
  }).map((text) => text.replaceAll(/:is\(\.stage, \.film\) |\.stage /g, ""));
  const root = getComputedStyle(document.documentElement);
  const colors = `:root{${INHERITED.map((name) => `${name}:${root.getPropertyValue(name).trim()}`).join(";")}}`;
  const sizes = stages.map(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]);
  const width = sizes.reduce((sum, [w]) => sum + w, GAP);
  const lines = wrapped(why, Math.floor(width / 7.2));
  const high = Math.max(...sizes.map(([, h]) => h));
  const height = high + 38 + 18 * lines.length;
  const plain = (text) => text.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);
  let x = 0;
  const panes = stages.map((stage, k) => {
    const [w, h] = sizes[k];
    const copy = stage.firstElementChild.cloneNode(true);
    for (const layer of copy.querySelectorAll(".grips, .asked")) layer.remove();
    const text = `<svg x="${x}" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"><rect class="pane" width="${w}" height="${h}" rx="8"/>` +
      `${new XMLSerializer().serializeToString(copy).replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "")}</svg>`;
    x += w + GAP;
    return text;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<style>${plain(style.replace(/@media[^{]*\{\s*:root[^}]*\}\s*\}/, ""))}${plain(own.join(""))}${colors}</style>` +
    `<rect class="paper" width="${width}" height="${height}"/>${panes.join("")}` +
    `<text class="title" x="4" y="${high + 22}">${plain(title)}</text>` +
    lines.map((line, k) => `<text class="why" x="4" y="${high + 42 + 18 * k}">${plain(line)}</text>`).join("") + "</svg>\n";
}

function wrapped(text, width) {
  const lines = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (lines.length && lines.at(-1).length + word.length < width) lines.push(`${lines.pop()} ${word}`);
    else lines.push(word);
  }
  return lines;
}

/** Saves the figure as a file. */
export async function save(text, kind, name) {
  let blob = new Blob([text], { type: "image/svg+xml" });
  if (kind === "png") {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
    const context = canvas.getContext("2d");
    context.scale(2, 2);
    context.drawImage(image, 0, 0);
    blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${name}.${kind}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
