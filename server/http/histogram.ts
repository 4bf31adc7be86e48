import type {Metric, Registry} from 'prom-client';

/** Upper bounds of the buckets, in seconds. */
const upperBounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

interface Series {
  readonly labels: Readonly<Record<string, string>>;
  /** The observations between two bounds, and above the last one. Not cumulative. */
  readonly counts: number[];
  sum: number;
}

/** A tree of series by the value of each label: one key for all values would be a new string for each observation. */
type Level = Map<string, Level | Series>;

export interface HistogramOptions {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

/** Records a duration. @param values The values of the labels, in their order. */
export type Observe = (seconds: number, ...values: string[]) => void;

/**
 * Registers a histogram of durations. The histogram of `prom-client` checks, sorts and joins the labels of each observation, which takes
 * as long as a read of the store.
 */
export function createHistogram(registry: Registry, {name, help, labelNames}: HistogramOptions): Observe {
  const all: Series[] = [];
  const root: Level = new Map();

  function add(values: readonly string[]): Series {
    const labels = Object.fromEntries(labelNames.map((label, index) => [label, values[index] ?? '']));
    const series = {labels, counts: new Array<number>(upperBounds.length + 1).fill(0), sum: 0};
    all.push(series);
    let level = root;
    for (const value of values.slice(0, -1)) {
      const next = (level.get(value) ?? new Map()) as Level;
      level.set(value, next);
      level = next;
    }
    level.set(values.at(-1) ?? '', series);
    return series;
  }

  const metric = {
    name,
    help,
    type: 'histogram',
    get: () => Promise.resolve({name, help, type: 'histogram', values: all.flatMap(toValues)}),
  };

  function toValues({labels, counts, sum}: Series) {
    let count = 0;
    const buckets = [...upperBounds, '+Inf'].map((le, index) => ({
      metricName: `${name}_bucket`,
      labels: {le, ...labels},
      value: (count += counts[index] ?? 0),
    }));
    return [
      ...buckets,
      {metricName: `${name}_sum`, labels, value: sum},
      {metricName: `${name}_count`, labels, value: count},
    ];
  }

  // The registry needs only these properties of the library's type.
  registry.registerMetric(metric as unknown as Metric);

  return (seconds, ...values) => {
    let found: Level | Series | undefined = root;
    for (const value of values) found = (found as Level | undefined)?.get(value);
    const series = (found as Series | undefined) ?? add(values);
    let bucket = 0;
    while (seconds > (upperBounds[bucket] ?? Infinity)) bucket += 1;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += seconds;
  };
}
