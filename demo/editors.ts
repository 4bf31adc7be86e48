// Does what the portal's editors would do at the start of the demo, for `main.ts`. Change `unseen` to leave other
// suggestions for the page of editors. Use interface G, and never change keywords that somebody has set.

interface Variant {
  readonly diaId: string;
  readonly egetId: string;
  readonly forslagTilSoegeord: string | null;
  readonly soegeord: string | null;
}

/** The sample forms, by `egetId` in `sample-forms.json`, whose suggestions the editor of the demo's page has not seen. */
const unseen = ['grav-1', 'emballage-1'];

/** Gives the sample forms the keywords that their suppliers suggest, as the portal's editors do with interface G. Keeps the keywords of a form that has any. */
export async function acceptSuggestions(url: string, token: string): Promise<void> {
  const send = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}/redaktion/1/formularer${path}`, {
      method: body ? 'PUT' : 'GET',
      headers: {Authorization: `Bearer ${token}`, 'Content-Type': 'application/json'},
      ...(body && {body: JSON.stringify(body)}),
    });
    if (!response.ok) throw new Error(`The service rejected an editor: ${await response.text()}`);
    return response.json();
  };
  const {formularer} = (await send('?nye=true&antal=100')) as {formularer: readonly Variant[]};
  const accepted = formularer.filter(({egetId, soegeord}) => soegeord === null && !unseen.includes(egetId));
  for (const {diaId, forslagTilSoegeord} of accepted) await send(`/${diaId}`, {soegeord: forslagTilSoegeord});
}
