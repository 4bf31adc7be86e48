/** Lends a function that starts something, and ends all that it started after `use`. */
export async function lend<Parameters extends unknown[], Started>(
  start: (...parameters: Parameters) => Started | Promise<Started>,
  end: (started: Started) => Promise<unknown>,
  use: (start: (...parameters: Parameters) => Promise<Started>) => Promise<void>,
): Promise<void> {
  const all: Started[] = [];
  await use(async (...parameters) => {
    const started = await start(...parameters);
    all.push(started);
    return started;
  });
  await Promise.all(all.map(end));
}
