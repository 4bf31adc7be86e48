import {afterEach, describe, expect, it} from 'vitest';

import {emulateMedia, resetMedia} from '../../client/testing/media.ts';
import {type Colour, contrast} from '../../client/themes/contrast.ts';
import {type Chart, describeChart, drawChart} from './chart.mjs';

const chart: Chart = {
  name: 'sample',
  title: 'The first month of 1,000 entries',
  scale: 'Milliseconds, and times Tavle’s',
  bars: [
    {label: 'Tavle', value: 45, text: '45 ms, 1.00×', own: true},
    {label: 'Another <calendar> & its "list" 5.15.0', value: 450, text: '12,450 ms, 10×'},
    {label: 'One that needs nothing', value: 0, text: 'none'},
  ],
};

/** Adds a chart to the page and returns its root. */
function show(drawn: Chart): SVGSVGElement {
  const parsed = new DOMParser().parseFromString(drawChart(drawn), 'image/svg+xml');
  return document.body.appendChild(
    document.importNode(parsed.documentElement, true),
  ) as unknown as SVGSVGElement;
}

const lengthsOf = (svg: SVGSVGElement) =>
  [...svg.querySelectorAll<SVGRectElement>('.own, .other')].map(bar => bar.width.baseVal.value);

function colourOf(svg: SVGSVGElement, selector: string, property: 'fill' | 'stroke'): Colour {
  const [red = NaN, green = NaN, blue = NaN] = [...svg.querySelectorAll(selector)].flatMap(element =>
    (getComputedStyle(element)[property].match(/[\d.]+/g) ?? []).map(Number),
  );
  return [red, green, blue];
}

afterEach(async () => {
  document.body.replaceChildren();
  await resetMedia();
});

describe('a chart', () => {
  it('is a named image with a complete text alternative', () => {
    const svg = show(chart);
    expect(svg.getAttribute('role')).toBe('img');
    const ids = svg.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const named = ids.map(id => svg.querySelector(`#${id}`)?.textContent);
    expect(named).toEqual([chart.title, describeChart(chart)]);
    for (const {label, text} of chart.bars) expect(describeChart(chart)).toContain(`${label}: ${text}`);
  });

  it('has bars with lengths proportional to their values', () => {
    const [own = 0, other = 0, zero] = lengthsOf(show(chart));
    expect(own / other).toBeCloseTo(0.1, 2);
    expect(zero).toBe(0);
  });

  it('has empty bars if all values are 0', () => {
    const bars = chart.bars.map(bar => ({...bar, value: 0}));
    expect(lengthsOf(show({...chart, bars}))).toEqual([0, 0, 0]);
  });

  it('distinguishes Tavle’s bar by more than its hue', () => {
    const texts = [...show(chart).querySelectorAll('text')];
    const bold = texts.filter(text => getComputedStyle(text).fontWeight === '700');
    expect(bold.map(({textContent}) => textContent)).toEqual([chart.title, 'Tavle', '45 ms, 1.00×']);
  });

  it('keeps texts inside, without overlap, and large enough on a page of 320 pixels', () => {
    const svg = show(chart);
    svg.style.width = '288px';
    svg.style.height = 'auto';
    const frame = svg.getBoundingClientRect();
    const boxes = [...svg.querySelectorAll('text')].map(text => text.getBoundingClientRect());
    const outside = boxes.filter(
      ({left, right, top, bottom}) =>
        left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom,
    );
    expect(outside).toEqual([]);
    const overlaps = boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(
          other =>
            one.bottom > other.top + 2 &&
            other.bottom > one.top + 2 &&
            one.right > other.left &&
            other.right > one.left,
        ),
    );
    expect(overlaps).toEqual([]);
    const scale = 288 / svg.viewBox.baseVal.width;
    expect(Number(svg.getAttribute('font-size')) * scale).toBeGreaterThanOrEqual(12);
  });

  it.each(['light', 'dark'] as const)('is readable on %s pages', async colorScheme => {
    await emulateMedia({colorScheme});
    const svg = show(chart);
    const background = colourOf(svg, '.ground', 'fill');
    expect(contrast(background, [255, 255, 255]) < 2).toBe(colorScheme === 'light');
    for (const text of ['.ink', '.soft'])
      expect(contrast(colourOf(svg, text, 'fill'), background)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colourOf(svg, '.own', 'fill'), background)).toBeGreaterThanOrEqual(3);
    expect(contrast(colourOf(svg, '.other', 'stroke'), background)).toBeGreaterThanOrEqual(3);
  });

  it('has no scripts and no external resources', () => {
    const svg = show(chart);
    expect(svg.querySelectorAll('script, image, use, a, foreignObject')).toHaveLength(0);
    const values = [...svg.querySelectorAll('*'), svg].flatMap(({attributes}) => [...attributes]);
    expect(values.filter(({value}) => value.includes('//')).map(({name}) => name)).toEqual(['xmlns']);
    expect(svg.querySelector('style')?.textContent).not.toMatch(/url|import/);
  });
});
