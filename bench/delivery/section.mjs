import {atMost, median, show} from '../page/format.mjs';

/** Seconds of a delivery by engine, and milliseconds of the 99th percentile of reads. */
const max = {LMDB: 0.4, Redis: 1, p99: 60};

/** @param {import('../run-one.mjs').Result<typeof import('./measure.mjs').measure>} result @returns {import('../write-page.mjs').Section} */
export function describe({data: {companies, readsPerSecond, engines}}) {
  const rows = Object.entries(engines).map(([engine, {seconds, p99}]) => {
    const limit = engine === 'LMDB' ? max.LMDB : max.Redis;
    return {engine, seconds: median(seconds), p99, limit, rounds: seconds.length};
  });
  const what = `A deadline to ${show(companies)} companies over HTTP`;
  return {
    title: 'Server: delivering while others read',
    goals: rows.flatMap(({engine, seconds, p99, limit}) => [
      atMost(`${what}, ${engine}: at most ${show(limit, 1)} s`, seconds, limit, 2, ' s'),
      {
        goal: `${what}, ${engine}: the 99th percentile of other requests is under ${max.p99} ms`,
        reached: `${show(p99)} ms`,
        met: p99 < max.p99,
      },
    ]),
    values: {companies, readsPerSecond, rows},
  };
}
