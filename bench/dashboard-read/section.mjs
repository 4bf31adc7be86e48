import {picture, range, show, table, times} from '../page/words.mjs';
import {median} from '../support/numbers.mjs';

/** @typedef {import('./measure.mjs').DashboardRead} DashboardRead */

const base = 'bare Koa on Redis';
const most = 1.3;

/** @param {import('../take.mjs').Result<DashboardRead>} result @returns {import('../page/page.mjs').Section} */
export function describe({tools, data: {requests, connections, bytes, costs}}) {
  const koa = median(costs[base] ?? []);
  const servers = Object.entries(costs).map(([name, all]) => {
    const cost = median(all);
    return {name, all, cost, ratio: cost / koa};
  });
  const reached = servers.find(({name}) => name === 'Tavle on Redis')?.ratio ?? NaN;
  const chart = {
    name: 'dashboard-read',
    title: 'Reading the states of eight apps',
    scale: 'µs of processor, and times bare Koa',
    bars: servers.map(({name, cost, ratio}) => ({
      label: name,
      value: cost,
      text: `${show(cost)} µs, ${times(ratio)}`,
      own: name.startsWith('Tavle'),
    })),
  };
  const rows = servers.map(({name, all, cost, ratio}) => [
    name,
    show(cost, 1),
    range(all, 1),
    show(ratio, 2),
  ]);
  const rounds = costs[base]?.length ?? 0;
  return {
    title: 'Server: reading the dashboard',
    charts: [chart],
    goals: [
      {
        goal: `Dashboard read: Tavle on Redis takes at most ${most} times bare Koa`,
        reached: show(reached, 2),
        // To the two digits that are shown.
        met: Number(reached.toFixed(2)) <= most,
      },
    ],
    text: `
${picture(chart)}
Processor time of the server's process for one \`GET /dashboard/1/apps/state\` of eight stored apps; all answer the same ${bytes} bytes. That is
the server's side alone: what the client and Redis take is left out.

${table(['Server', 'µs per request', 'range', 'ratio'], rows)}
- **Tavle** does more than the others here: it checks the bearer token (which it has seen before), counts the call against the caller's limit,
  bounds connections and time, sends its security headers, \`X-Request-Id\` and an \`ETag\`, and keeps its metrics.
- **Bare Koa** (${tools.Koa}) is Koa, its router and ioredis with one \`MGET\`. **Bare Fastify** (${tools.Fastify}) is the same with Fastify and a schema
  of the answer, from which it makes the text.
- **json-server** (${tools['json-server']}, the last release of the line that can be used as a module: 1.0 is in beta and takes no middleware) reads a file of
  eight records once and answers from memory, with its own defaults (CORS, no caching, an \`ETag\`) but for the log. Two hooks of its manual bring
  the query and the answer into this form; indenting, its habit, is off.

Medians of ${rounds} rounds of ${show(requests)} requests over ${connections} connections from the same machine.
`,
  };
}
