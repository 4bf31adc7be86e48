/** Returns the value of a metric in the text of `/metrics`; `NaN` if it is missing. @param name With its labels. */
export function metricIn(text: string, name: string): number {
  const line = text.split('\n').find(each => each.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? NaN);
}
