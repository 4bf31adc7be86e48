import {colours, darkRules} from './colours.mjs';

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

  const drawn = bars.flatMap(({label, value, text: end, own}, index) => {
    const y = top + index * row;
    const length = max ? Math.round((value / max) * room) : 0;
    return [
      text(label, margin, y + fontSize, 'ink', own),
      element('rect', {
        ...look(own ? 'own' : 'other'),
        x: margin,
        y: y + line,
        width: length,
        height: thickness,
      }),
      element('path', {...look('axis'), d: `M${margin} ${y + line - 2}v${thickness + 4}`}),
      text(end, margin + length + gap / 2, y + line + thickness - 3, 'ink', own),
    ];
  });
  return `${element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      role: 'img',
      'aria-labelledby': 'title desc',
      viewBox: `0 0 ${width} ${height}`,
      width: width * scaled,
      height: height * scaled,
      'font-family': 'system-ui, sans-serif',
      'font-size': fontSize,
    },
    [
      element('title', {id: 'title'}, [escape(title)]),
      element('desc', {id: 'desc'}, [escape(describeChart(chart))]),
      element('style', {}, [`@media (prefers-color-scheme:dark){${darkRules}}`]),
      element('rect', {...look('ground'), width, height}),
      text(title, margin, margin + fontSize, 'ink', true),
      text(scale, margin, margin + line + fontSize, 'soft'),
      ...drawn,
    ],
  )}\n`;
}

/** Returns the text alternative of a chart.
 * @param {Chart} chart */
export function describeChart({scale, bars}) {
  return `${scale}: ${bars.map(bar => `${bar.label}: ${bar.text}`).join('; ')}.`;
}

/** @param {string} content @param {number} x @param {number} y Of its baseline.
 * @param {string} name Of the colour. @param {boolean} [bold] */
function text(content, x, y, name, bold) {
  const weight = bold ? {'font-weight': 700} : {};
  return element('text', {...look(name), x, y, ...weight}, [escape(content)]);
}

/** @param {string} name */
function look(name) {
  return {class: name, ...colours.light[name]};
}

/** @param {string} name @param {Record<string, string | number>} attributes @param {string[]} [content] */
function element(name, attributes, content = []) {
  const all = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  return `<${name}${all.join('')}>${content.join('\n')}</${name}>`;
}

/** @param {string} plain */
function escape(plain) {
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
