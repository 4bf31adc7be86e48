/**
 * A bar, and the text at its end. `own`: the bar of Tavle.
 *
 * @typedef {{label: string, value: number, text: string, own?: boolean}} Bar
 */

/**
 * @typedef {object} Chart
 * @property {string} name File name without `.svg`.
 * @property {string} title
 * @property {string} scale Unit of the bars.
 * @property {readonly Bar[]} bars
 */

/** In the units of the picture. On a page of 320 CSS pixels a unit is 0.8 pixels, so that no text is smaller than 12. */
const width = 360;
const margin = 14;
const fontSize = 15;
const line = 22;
const thickness = 16;
const gap = 12;
/** Average width of a letter in ems, in any font. */
const letter = 0.6;
/** CSS pixels per unit on wide pages. */
const scaled = 1.25;

/** Text has a contrast of at least 4.5:1 with the background, outlines of bars at least 3:1, in both schemes. */
const styles = `
.ground{fill:#fff}.ink{fill:#1a1a1a}.soft{fill:#4d4d4d}.bold{font-weight:700}
.own{fill:#0b5394;stroke:#0b5394}.other{fill:#dbe1e7;stroke:#5c6670}.axis{fill:none;stroke:#5c6670}
@media (prefers-color-scheme:dark){
.ground{fill:#14181c}.ink{fill:#f2f2f2}.soft{fill:#c2c7cc}
.own{fill:#7ab8f5;stroke:#7ab8f5}.other{fill:#39424b;stroke:#9aa4ad}.axis{stroke:#9aa4ad}
}
`;

/**
 * Draws horizontal bars with labels above and values at the end. Tavle's bars are solid with a bold label, the others outlined. The
 * picture supports light and dark pages, and has no scripts or external resources.
 *
 * @param {Chart} chart @returns {string} An SVG document.
 */
export function drawChart(chart) {
  const {title, scale, bars} = chart;
  const max = Math.max(...bars.map(({value}) => value));
  const widest = Math.max(...bars.map(({text}) => text.length)) * fontSize * letter;
  const room = width - 2 * margin - widest - gap;
  const top = margin + 2 * line + gap;
  const row = line + thickness + gap;
  const height = top + bars.length * row;

  const drawn = bars.map(({label, value, text: end, own}, index) => {
    const y = top + index * row;
    const length = max ? Math.round((value / max) * room) : 0;
    const look = own ? 'ink bold' : 'ink';
    return `${text(label, margin, y + fontSize, look)}
<rect class="${own ? 'own' : 'other'}" x="${margin}" y="${y + line}" width="${length}" height="${thickness}"/>
<path class="axis" d="M${margin} ${y + line - 2}v${thickness + 4}"/>
${text(end, margin + length + gap / 2, y + line + thickness - 3, look)}
`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title desc" viewBox="0 0 ${width} ${height}" width="${width * scaled}" height="${height * scaled}" font-family="system-ui, sans-serif" font-size="${fontSize}">
<title id="title">${escape(title)}</title>
<desc id="desc">${escape(describeChart(chart))}</desc>
<style>${styles}</style>
<rect class="ground" width="${width}" height="${height}"/>
${text(title, margin, margin + fontSize, 'ink bold')}
${text(scale, margin, margin + line + fontSize, 'soft')}
${drawn.join('')}</svg>
`;
}

/** Returns the text alternative of a chart.
 * @param {Chart} chart */
export function describeChart({scale, bars}) {
  return `${scale}: ${bars.map(bar => `${bar.label}: ${bar.text}`).join('; ')}.`;
}

/** @param {string} content @param {number} x @param {number} y Of its baseline. @param {string} look Classes. */
function text(content, x, y, look) {
  return `<text class="${look}" x="${x}" y="${y}">${escape(content)}</text>`;
}

/** @param {string} plain */
function escape(plain) {
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
