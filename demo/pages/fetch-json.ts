/**
 * What lies at an address, which is relative to the demo's pages.
 *
 * @throws When the response is not a success.
 */
export async function fetchJson<Answer>(address: string, request?: RequestInit): Promise<Answer> {
  const response = await fetch(new URL(address, new URL(import.meta.env.BASE_URL, location.href)), request);
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}.`);
  return (await response.json()) as Answer;
}
