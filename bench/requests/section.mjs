import {picture, range, show, table, times} from '../page/format.mjs';
import {median} from '../support/numbers.mjs';

/**
 * @typedef {import('./measure.mjs').Costs} Costs
 * @typedef {import('./measure.mjs').Requests} Requests
 */

/** Maximum ratios to bare Koa on the same engine. */
const max = {read: 0.9, change: 1.3, month: 1.5};

const titles = {
  read: 'Reading the states of eight apps',
  change: 'Turning one app on, durably',
  month: 'Reading a month of 20 deadlines',
};

const parts = /** @type {const} */ (['read', 'change', 'month']);

/** @param {import('../run-one.mjs').Result<Requests>} result @returns {import('../page/page.mjs').Section} */
export function describe({tools, data}) {
  const measured = parts.map(part => ({part, servers: compare(data[part])}));
  const charts = measured.map(({part, servers}) => ({
    name: `requests-${part}`,
    title: titles[part],
    scale: 'µs of processor, and times bare Koa',
    bars: servers.map(({name, cost, ratio}) => ({
      label: name,
      value: cost,
      text: `${show(cost)} µs, ${times(ratio)}`,
      own: name.startsWith('Tavle'),
    })),
  }));
  const sections = measured.map(
    ({part, servers}, index) => `
### ${titles[part]}

${charts[index] ? picture(charts[index]) : ''}
${table(
  ['Server', 'µs per request', 'range', 'ratio'],
  servers.map(({name, all, cost, ratio}) => [name, show(cost, 1), range(all, 1), show(ratio, 2)]),
)}`,
  );
  return {
    title: 'Server: requests',
    charts,
    goals: measured.flatMap(({part, servers}) =>
      servers
        .filter(({name}) => name.startsWith('Tavle') && !name.includes('audit'))
        .map(({name, ratio}) => ({
          goal: `${titles[part]}: ${name} takes at most ${show(max[part], 2)} times bare Koa`,
          reached: show(ratio, 2),
          // Rounded to the two digits that are shown.
          met: Number(ratio.toFixed(2)) <= max[part],
        })),
    ),
    text: `
The processor time of the server's process for one request, without that of the client and of Redis. ${show(data.people)} people send requests in turn over ${data.connections}
connections, and each change writes a value that differs from the stored one. The servers have a separate core. All return the same bytes: ${data.bytes} for the states, ${data.monthBytes} for the month. The ratio is to bare Koa on the
same engine. A change is acknowledged once it is on the disk (\`appendfsync always\`, and LMDB's synchronous commit).

- **Tavle** does more than the others: it checks the bearer token (with its cache), counts the request against the caller's limit,
  limits connections and time, sends security headers, \`X-Request-Id\` and an \`ETag\`, and collects metrics. The audit log is off unless the name says otherwise.
- **Bare Koa** (${tools.Koa}) is a hand-written implementation with Koa, its router, zod, and ioredis with \`enableAutoPipelining\`, or LMDB. It does not verify
  tokens. The states are one hash or one value; the month is a sorted index and a value for each deadline.
- **Bare Fastify** (${tools.Fastify}) is the same with Fastify and schemas of the query and of the response, from which it generates the serializer.
${sections.join('')}
Medians of ${data.read['bare Koa on Redis']?.length ?? 0} rounds of ${show(data.requests)} requests.
`,
  };
}

/** @param {Costs} costs */
function compare(costs) {
  return Object.entries(costs).map(([name, all]) => {
    const base = costs[name.includes('LMDB') ? 'bare Koa on LMDB' : 'bare Koa on Redis'] ?? [];
    const cost = median(all);
    return {name, all, cost, ratio: cost / median(base)};
  });
}
