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

function lengthsOf(svg: SVGSVGElement): number[] {
  return [...svg.querySelectorAll<SVGRectElement>('.own, .other')].map(bar => bar.width.baseVal.value);
}

function colourOf(element: Element, property: 'fill' | 'stroke'): Colour {
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(element)[property].match(/[\d.]+/g) ?? []).map(
    Number,
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
    const named = svg
      .getAttribute('aria-labelledby')
      ?.split(' ')
      .map(id => svg.querySelector(`#${id}`));
    expect(named?.map(element => element?.textContent)).toEqual([chart.title, describeChart(chart)]);
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
    const svg = show(chart);
    const bold = [...svg.querySelectorAll('text[font-weight]')].map(({textContent}) => textContent);
    expect(bold).toEqual([chart.title, 'Tavle', '45 ms, 1.00×']);
  });

  it('keeps texts inside, without overlap, and large enough on a page of 320 pixels', () => {
    const svg = show(chart);
    svg.style.width = '288px';
    svg.style.height = 'auto';
    const frame = svg.getBoundingClientRect();
    const boxes = [...svg.querySelectorAll('text')].map(text => text.getBoundingClientRect());
    for (const {left, right, top, bottom} of boxes) {
      expect(left).toBeGreaterThanOrEqual(frame.left);
      expect(right).toBeLessThanOrEqual(frame.right);
      expect(top).toBeGreaterThanOrEqual(frame.top);
      expect(bottom).toBeLessThanOrEqual(frame.bottom);
    }
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
    const [ground, own, other] = ['.ground', '.own', '.other'].map(name => svg.querySelector(name));
    if (!ground || !own || !other) throw new Error('The chart lacks a part.');
    const background = colourOf(ground, 'fill');
    expect(contrast(background, [255, 255, 255]) < 2).toBe(colorScheme === 'light');
    for (const text of svg.querySelectorAll('text')) {
      expect(contrast(colourOf(text, 'fill'), background)).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(colourOf(own, 'fill'), background)).toBeGreaterThanOrEqual(3);
    expect(contrast(colourOf(other, 'stroke'), background)).toBeGreaterThanOrEqual(3);
  });

  it('has no scripts and no external resources', () => {
    const svg = show(chart);
    expect(svg.querySelectorAll('script, image, use, a, foreignObject')).toHaveLength(0);
    const values = [...svg.querySelectorAll('*'), svg].flatMap(({attributes}) => [...attributes]);
    const urlAttributes = values.filter(({value}) => value.includes('//')).map(({name}) => name);
    expect(urlAttributes).toEqual(['xmlns']);
    expect(svg.querySelector('style')?.textContent).not.toMatch(/url|import/);
  });
});
