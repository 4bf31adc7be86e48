/** Every measurement, in the order in which it is taken and shown; each has a folder with `measure.mjs` and `section.mjs`. */
export const measurements = [
  'requests',
  'deadlines',
  'delivery',
  'calendar',
  'page-load',
  'forms',
  'form-search',
  'durability',
  'backup',
];
