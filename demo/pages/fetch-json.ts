/**
 * Fetches JSON from a URL relative to the demo's pages.
 *
 * @throws If the response is not successful.
 */
export async function fetchJson<Body>(url: string, request?: RequestInit): Promise<Body> {
  const response = await fetch(new URL(url, new URL(import.meta.env.BASE_URL, location.href)), request);
  if (!response.ok) throw new Error(`${response.url} returned ${response.status}.`);
  return (await response.json()) as Body;
}
