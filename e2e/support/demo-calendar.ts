// Requests to the demo as an authority, as a person and as a calendar app, for tests that prepare or check a calendar.
// Add a request here if several tests need it.
import ical from 'ical.js';

/** CVR number of the company that the demo's first person, Anna, is signed in for. */
export const havblik = '12345674';

/** The body of a deadline in interface C. */
export interface Delivery {
  readonly overskrift: string;
  readonly beskrivelse: string;
  /** `dd-MM-yyyy` */
  readonly fristDato: string;
}

/** Delivers a deadline as Skattestyrelsen to Anna's company. Returns its id. */
export async function deliver(url: string, delivery: Delivery): Promise<number> {
  const body = {afsender: '19552101', modtagere: havblik, ...delivery};
  return ((await postJson(`${url}/demo/frister`, body)) as {fristId: number}).fristId;
}

/** Returns a token of the demo for a sample user. Default: Anna. */
export async function demoToken(url: string, sub = 'demo-anna'): Promise<string> {
  return ((await postJson(`${url}/demo/token`, {sub})) as {token: string}).token;
}

/** Creates a calendar link, and returns its URL. */
export async function subscribe(url: string): Promise<string> {
  const headers = {authorization: `Bearer ${await demoToken(url)}`};
  const created = await postJson(`${url}/calendar/1/mine/abonnementer`, {navn: 'Telefon'}, headers);
  return (created as {url: string}).url;
}

/** Revokes Anna's calendar links, which other tests of the worker may have created. */
export async function unsubscribe(url: string): Promise<void> {
  const headers = {authorization: `Bearer ${await demoToken(url)}`};
  const path = `${url}/calendar/1/mine/abonnementer`;
  const links = (await (await fetch(path, {headers})).json()) as {id: string}[];
  for (const {id} of links) await fetch(`${path}/${id}`, {method: 'DELETE', headers});
}

/** Reads the feed of a calendar link as a calendar app does. */
export async function readFeed(address: string): Promise<ical.Event[]> {
  const feed = await (await fetch(address)).text();
  const calendar = new ical.Component(ical.parse(feed) as unknown[]);
  return calendar.getAllSubcomponents('vevent').map(event => new ical.Event(event));
}

async function postJson(url: string, body: unknown, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {'content-type': 'application/json', ...headers},
    ...(body === undefined ? {} : {body: JSON.stringify(body)}),
  });
  if (response.status >= 300) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}
