/*
 * Imitates a Node.js with English ICU data only, as Alpine and UBI package it: `Intl` falls back to the format of `en-US` for every other
 * locale. The Node.js of the tests has all ICU data built in, and no option removes data.
 */

const {DateTimeFormat, NumberFormat, Collator} = Intl;

/** @param {string} name @param {new (locale: string, options: object) => object} Original */
function replace(name, Original) {
  const construct = (/** @type {unknown} */ _, /** @type {[unknown, object]} */ [, options]) =>
    new Original('en-US', options);
  Object.defineProperty(Intl, name, {value: new Proxy(Original, {construct})});
}

replace('DateTimeFormat', DateTimeFormat);
replace('NumberFormat', NumberFormat);
replace('Collator', Collator);
