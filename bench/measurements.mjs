/** All measurements, in the order of the run and of the pages. Each has a folder with `measure.mjs` and `section.mjs`. */
export const measurements = [
  'requests',
  'deadlines',
  'delivery',
  'calendar',
  'page-load',
  'forms',
  'form-search',
  'long-lists',
  'durability',
  'backup',
  'sizing',
];
