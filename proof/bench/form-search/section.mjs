import {atMost, median, show} from '../page/format.mjs';

/** Returns the goals and the values for `section.md`, for `write-page.mjs`. Add a figure that the page needs to `values`.
 * @param {import('../run-one.mjs').Result<typeof import('./measure.mjs').measure>} result @returns {import('../write-page.mjs').Section} */
export function describe({data: {variants, searches, engines, fills}}) {
  const figures = Object.entries(engines).map(
    ([engine, {reads, pages, searches, hostile, delays, ...rest}]) => ({
      engine,
      read: median(reads),
      page: median(pages),
      search: median(searches),
      ratio: median(searches) / median(reads),
      hostile: median(hostile),
      delay: Math.max(...delays),
      rounds: reads.length,
      ...rest,
    }),
  );
  const delay = Math.max(...figures.map(each => each.delay));
  const {forms = NaN, cost: ordinary = NaN} = fills[0] ?? {};
  const cost = Math.max(...fills.map(each => each.cost));
  const block = Math.max(...fills.map(each => each.block));
  const megabytes = Math.max(...fills.map(each => each.bytes * each.found)) / 1024 / 1024;
  const costly = Math.max(...figures.map(each => each.hostile)) / 1000;
  const few = `A search among ${show(forms)} ordinary forms`;
  return {
    title: 'Server: the search for forms',
    goals: [
      atMost('A search finds a form that another process has changed within 5 s', delay / 1000, 5, 2, ' s'),
      atMost(`${few}: at most 2 ms of processor time`, ordinary, 2, 2, ' ms'),
      atMost(
        `The costliest search among ${show(variants)} forms: at most 15 ms of processor time`,
        costly,
        15,
        1,
        ' ms',
      ),
      atMost('A search, whatever suppliers store: at most 50 ms of processor time', cost, 50, 1, ' ms'),
      atMost(
        '20 searches at once, whatever suppliers store: other requests wait at most 20 ms',
        block,
        20,
        1,
        ' ms',
      ),
      atMost('Memory for the forms, whatever suppliers store: at most 64 MB', megabytes, 64, 1, ' MB'),
    ],
    values: {variants, searches, figures, fills},
  };
}
