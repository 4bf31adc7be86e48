import * as vega from 'vega';
import {compile} from 'vega-lite';

/*
 * Draws the charts of the manual from its tables, for `render.mjs`: SVG without inline styles, in the colours of the page. To add a chart, write a
 * comment before a table:
 * `<!-- chart: "VALUE", … by "LABEL", … -->`. Each VALUE names a column of numbers, which becomes a panel. Each LABEL names a column with the names of the
 * rows. Two numbers are the ends of a line, as in "85.0 to 135.5" of a column "range", or in "2.8, 5.9".
 */

const directive = /^<!-- chart: (.+) by (.+) -->$/gm;
const [panelsWidth, lineHeight, fontSize] = [340, 14, 12];

/** Maximum number of characters in a line of a label. */
const labelLength = 52;

// Without a browser, Vega overestimates the width of letters by half.
/** @param {{fontSize: number}} item @param {unknown} text */
const widthOf = (item, text) => String(text).length * item.fontSize * 0.56;
Object.assign(/** @type {any} */ (vega).textMetrics, {width: widthOf});

/** Replaces the comments with charts. @param {string} markdown @returns {Promise<string>} */
export async function addCharts(markdown) {
  let text = markdown;
  for (const match of markdown.matchAll(directive)) {
    const [comment, values = '', labels = ''] = match;
    const table = readTable(markdown.slice(match.index));
    const chart = await draw(table, namesIn(values), namesIn(labels));
    text = text.replace(comment, () => chart);
  }
  return text;
}

/** @param {string} list Names in quotes. */
const namesIn = list => Array.from(list.matchAll(/"([^"]+)"/g), ([, name = '']) => name);

/** Reads the first table of a text. Omits rows that compare other rows: those in bold and "Tavle to …". @param {string} text */
function readTable(text) {
  const [, lines = ''] = /((?:^\|.*\|\n)+)/m.exec(text) ?? [];
  const [head = [], , ...rows] = lines
    .trim()
    .split('\n')
    .map(line => line.slice(2, -2).split(' | '));
  return {head, rows: rows.filter(([first = '']) => !/^\*\*|^Tavle to /.test(first))};
}

/**
 * @param {ReturnType<typeof readTable>} table
 * @param {readonly string[]} values
 * @param {readonly string[]} labels
 */
async function draw({head, rows}, values, labels) {
  const missing = [...values, ...labels].filter(name => !head.includes(name));
  if (missing.length) throw new Error(`A chart names columns that its table lacks: ${missing.join(', ')}.`);
  /** @param {readonly string[]} row @param {string} name */
  const cell = (row, name) => row[head.indexOf(name)] ?? '';
  const hasRange = head.includes('range');
  const data = rows.flatMap(row => {
    const label = wrap(labels.map(name => cell(row, name).replaceAll('`', '')).join(', '));
    return values.flatMap(panel => {
      const [value, worst] = numbersIn(cell(row, panel).replace(/ \(.*/, ''));
      const [from, to] = hasRange ? numbersIn(cell(row, 'range')) : [value, worst];
      return value === undefined ? [] : {panel, label, value, from, to};
    });
  });
  const numbers = data.map(({value}) => value);
  // Points show values that differ by orders of magnitude: bars must begin at 0, which a logarithmic scale lacks.
  const isLogarithmic = Math.min(...numbers) > 0 && Math.max(...numbers) > 40 * Math.min(...numbers);
  const note = `${isLogarithmic ? ', logarithmic' : ''}${hasRange ? ', with the range' : ''}`;
  const isOurs = data.filter(({label}) => label.startsWith('Tavle'));
  const lines = Math.max(...data.map(({label}) => label.split('\n').length));
  const x = {
    field: 'value',
    type: 'quantitative',
    scale: {type: isLogarithmic ? 'log' : 'linear'},
    title: null,
  };
  const color = {
    condition: {
      test: isOurs.length ? "indexof(datum.label, 'Tavle') == 0" : 'true',
      value: 'var(--chart)',
    },
    value: 'var(--chart-other)',
  };
  const mark = isLogarithmic
    ? {type: 'point', filled: true, size: 90, opacity: 1}
    : {type: 'bar', height: {band: 0.7}};
  const ink = 'currentColor';
  const spec = /** @type {import('vega-lite').TopLevelSpec} */ ({
    data: {values: data.map(each => ({...each, panel: each.panel + note}))},
    facet: {
      column: {
        field: 'panel',
        sort: values.map(name => name + note),
        title: null,
        header: {labelColor: ink, labelFontSize: fontSize},
      },
    },
    spacing: 24,
    spec: {
      width: panelsWidth / values.length,
      height: {step: lines * lineHeight + 8},
      encoding: {
        y: {
          field: 'label',
          type: 'nominal',
          sort: null,
          title: null,
          axis: {labelExpr: String.raw`split(datum.label, '\n')`, labelLineHeight: lineHeight},
        },
      },
      layer: [
        {mark, encoding: {x, color}},
        {
          transform: [{filter: 'isValid(datum.to)'}],
          mark: {type: 'rule', color: ink, strokeWidth: 1.5},
          encoding: {x: {field: 'from', type: 'quantitative'}, x2: {field: 'to'}},
        },
      ],
    },
    resolve: {scale: {x: 'independent'}},
    config: {
      font: 'inherit',
      background: 'none',
      view: {stroke: null},
      axis: {
        labelColor: ink,
        domainColor: ink,
        tickColor: ink,
        gridColor: 'var(--line)',
        labelFontSize: fontSize,
        labelLimit: 500,
        tickCount: 4,
      },
    },
  });
  const svg = await new vega.View(vega.parse(compile(spec).spec), {renderer: 'none'}).toSVG();
  const name = `Chart of ${values.join(', ')} by ${labels.join(', ')}. The table has its numbers.`;
  return `<figure class="chart" tabindex="0">${svg.replace('<svg ', `<svg role="img" aria-label="${name}" `)}</figure>\n`;
}

/** Breaks a text into lines. @param {string} text */
const wrap = text => text.replaceAll(new RegExp(`(.{1,${labelLength}})(?: |$)`, 'g'), '$1\n').trimEnd();

/** @param {string} text */
const numbersIn = text =>
  Array.from(text.replaceAll(/(\d),(?=\d{3})/g, '$1').matchAll(/\d+(?:\.\d+)?/g), Number);
