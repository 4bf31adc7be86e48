import {expect, describe, it} from 'vitest';

import {deadline, deliver, requiredV1, requiredV2} from '../testing/bodies.ts';
import {callerWith, organisation, type TestResponse, tlsSettings} from '../testing/certificates.ts';
import {dafolo, skat, useTestService} from '../testing/service.ts';
import {pastedDocument, reopenedMarkup, reopenedMarkupOf} from './testing/heavy-markups.ts';

const service = await useTestService(tlsSettings);
const supplier = callerWith(service.url, await organisation(dafolo));
const authority = callerWith(service.url, await organisation(skat));
let created = 0;

const postForm = (fields: object) =>
  supplier('POST', '/dia/1/formular', {...requiredV1, egetId: `text-${++created}`, ...fields});
const putForm = (fields: object) =>
  supplier('PUT', `/dia/2/formular/${dafolo}/text-${++created}`, {...requiredV2, ...fields});
const postDeadline = (fields: object) => authority('POST', '/calendar/1/frister', deadline(fields));
const refusal = (field: string, message: unknown = expect.any(String)) => ({
  status: 422,
  body: {errors: {[field]: [message]}},
});

/** Returns the same value for each field. */
const inEach = (fields: readonly string[], value: unknown) =>
  Object.fromEntries(fields.map(field => [field, value]));

describe('a text that shows nothing', () => {
  it.each(['\u200b', ' \n'])(
    'returns 422 as a title, and as the description of a deadline: %j',
    async text => {
      expect(await postDeadline({overskrift: text})).toMatchObject(
        refusal('overskrift', 'Must not be blank.'),
      );
      expect(await postDeadline({beskrivelse: text})).toMatchObject(
        refusal('beskrivelse', 'Must not be blank.'),
      );
      expect(await postForm({titel: text})).toMatchObject(refusal('titel', 'Must not be blank.'));
      expect(await putForm({titel: text})).toMatchObject(refusal('titel', 'Must not be blank.'));
    },
  );

  it('returns 422 as the description of a deadline, on POST and PUT, also in markup', async () => {
    const beskrivelse = '<p>&ZeroWidthSpace;<img src="https://skat.dk/a.png"></p>';
    const path = `/calendar/1/frister/${await deliver(authority)}`;
    for (const response of [
      await postDeadline({beskrivelse}),
      await authority('PUT', path, deadline({beskrivelse})),
    ])
      expect(response).toMatchObject(refusal('beskrivelse', 'Must not be blank.'));
  });

  it.each(['&amp;', '<span style="display: none">Moms</span>'])(
    'is not what a description such as %s is',
    async beskrivelse => {
      expect(await postDeadline({beskrivelse})).toMatchObject({status: 201, body: {beskrivelse}});
    },
  );
});

describe('combining marks', () => {
  const message = 'Must not have more than 16 combining marks in a row.';
  const plain = 'titel kortBeskrivelse beskrivelse forudsaetninger trin fritekst1 fritekst2 fritekst3';
  const others = 'hjaelp startKnapTekst brugerdefineretJavascript forslagTilSoegeord';
  const onlyInB = 'kontaktInformation formOpgaveNoegler loesningsmetode internKommentar ssiLinkProd';

  it.each<[string, string, (fields: object) => Promise<TestResponse>]>([
    ['a deadline', 'overskrift beskrivelse', postDeadline],
    ['a form of interface A', `${plain} ${others}`, postForm],
    ['a form of interface B', `${plain} ${others} ${onlyInB}`, putForm],
  ])('return 422 if there are more than 16 in a row, in each text of %s', async (_, names, send) => {
    const [many, most] = [17, 16].map(count => `a${'\u0301'.repeat(count)}`);
    const fields = names.split(' ');
    const errors = inEach(fields, [message]);
    expect(await send(inEach(fields, many))).toMatchObject({status: 422, body: {errors}});
    expect((await send(inEach(fields, most))).status).toBe(201);
  });

  it('return 422 in the title of a law', async () => {
    const titel = `👍${'🏽'.repeat(17)}`;
    expect(await putForm({urlTilLovstof: [{titel, url: 'https://lov.dk'}]})).toMatchObject(
      refusal('urlTilLovstof[0].titel', message),
    );
  });
});

it('a text of a form without a maximum in the interface has at most 20,000 characters', async () => {
  const message = 'Must have at most 20000 characters.';
  expect(await postForm({trin: '😀'.repeat(20_000)})).toMatchObject({status: 201});
  for (const send of [postForm, putForm])
    expect(await send({trin: '😀'.repeat(20_001)})).toMatchObject(refusal('trin', message));
  expect(await postForm({urlTilVejledning: `https://a.dk/${'x'.repeat(20_000)}`})).toMatchObject(
    refusal('urlTilVejledning', message),
  );
});

describe('bidirectional controls', () => {
  it('end where a title ends', async () => {
    const {body} = await postDeadline({overskrift: '\u202eMoms'});
    expect(body).toMatchObject({overskrift: '\u202eMoms\u202c'});
    const {body: form} = await putForm({titel: 'Moms\u2069\u2067a'});
    const {diaId} = form as {diaId: string};
    expect((await supplier('GET', `/dia/1/formular/${diaId}`)).body).toMatchObject({
      name: 'Moms\u2067a\u2069',
    });
  });

  it('count as characters of a title, with those that close them', async () => {
    const title = '\u202e'.repeat(127) + 'a';
    expect(await postDeadline({overskrift: title})).toMatchObject({status: 201});
    expect(await postDeadline({overskrift: `\u202e${title}`})).toMatchObject(
      refusal('overskrift', 'Must have at most 255 characters.'),
    );
  });
});

describe('a text that is too long for its field, and slow to normalize', () => {
  const marks = 'a' + '\u0300\u0316'.repeat(120_000);
  const letters = Array.from({length: 19_900}, (_, index) =>
    String.fromCharCode(0x4e00 + ((index * 7_919) % 20_000)),
  ).join('');
  const url = `http://${letters}.dk/`;
  const laws = Array.from({length: 17}, () => ({titel: 'Law', url}));

  it.each([
    ['an id with combining marks', () => postForm({egetId: marks})],
    ['an id in a body with combining marks', () => putForm({egetId: marks})],
    ['a title with combining marks', () => postForm({titel: marks})],
    ['an authority with combining marks', () => putForm({udstillere: marks})],
    ['a URL with a long host', () => putForm({urlTilVejledning: url})],
    [
      'a URL with a long host after a backslash',
      () => putForm({urlTilVejledning: `http://\\${letters}.dk/`}),
    ],
    ['URLs with long hosts in a list', () => putForm({urlTilLovstof: laws})],
    ['a link with a long host', () => postDeadline({link: url})],
  ])('returns 422 without delay as %s', async (_, send) => {
    const start = process.cpuUsage();
    const {status} = await send();
    const {user, system} = process.cpuUsage(start);
    expect(status).toBe(422);
    // Processor time: each took 0.7 s to 13 s before.
    expect((user + system) / 1_000).toBeLessThan(500);
  });

  it('is accepted as a URL up to the length of a DNS name', async () => {
    const host = (length: number) => 'a'.repeat(length);
    expect(await putForm({urlTilVejledning: `https://bruger:kode@${host(253)}:65535/a?b`})).toMatchObject({
      status: 201,
    });
    expect(await putForm({urlTilVejledning: `https://${host(260)}/`})).toMatchObject(
      refusal('urlTilVejledning', 'Must be an absolute http or https URL.'),
    );
  });
});

describe('markup that expands to too many elements', () => {
  const attack = reopenedMarkup(1_000, 2_000);
  const tooMany = [
    expect.stringMatching(
      /^Must not (?:make browsers open too many elements|nest elements deeper than 256 levels)/,
    ),
  ];

  it('returns 422 in each text of a form that is shown as markup, while other requests are served', async () => {
    const fields = [
      ...['trin', 'hjaelp', 'startKnapTekst', 'beskrivelse', 'forudsaetninger'],
      ...['fritekst1', 'fritekst2', 'fritekst3'],
    ];
    const start = process.cpuUsage();
    const [post, put, live] = await Promise.all([
      postForm(inEach(fields, attack)),
      putForm(inEach(fields, attack)),
      supplier('GET', '/health/live'),
    ]);
    const {user, system} = process.cpuUsage(start);
    for (const response of [post, put])
      expect(response).toMatchObject({status: 422, body: {errors: inEach(fields, tooMany)}});
    expect(live.status).toBe(200);
    // Processor time: building a tree took seconds or crashed the process.
    expect((user + system) / 1_000).toBeLessThan(2_500);
  });

  it.each([
    ['formatting elements', reopenedMarkup(110, 250)],
    ['as much of both as there is room for', reopenedMarkupOf(9_700)],
    ['deep nesting', '<b>'.repeat(3_333)],
  ])('returns 422 in a deadline, by %s, on POST and on PUT', async (_, beskrivelse) => {
    const path = `/calendar/1/frister/${await deliver(authority)}`;
    for (const response of [
      await postDeadline({beskrivelse}),
      await authority('PUT', path, deadline({beskrivelse})),
    ])
      expect(response).toMatchObject({status: 422, body: {errors: {beskrivelse: tooMany}}});
  });

  it('is not parsed if the text is too long', async () => {
    const tooLong = `<script>${attack}`;
    expect(await postForm({kortBeskrivelse: tooLong})).toMatchObject(
      refusal('kortBeskrivelse', 'Must have at most 200 characters.'),
    );
    expect(await postDeadline({beskrivelse: tooLong})).toMatchObject(
      refusal('beskrivelse', 'Must have at most 10000 characters.'),
    );
  });

  it('is accepted in fields that are not shown as markup', async () => {
    expect((await putForm({internKommentar: attack, brugerdefineretJavascript: attack})).status).toBe(201);
  });
});

it('accepts a document of a word processor as a description and as a text of a form', async () => {
  const pasted = pastedDocument(8_000);
  expect((await postDeadline({beskrivelse: pasted})).status).toBe(201);
  expect((await postForm({trin: pastedDocument(19_000), hjaelp: pasted})).status).toBe(201);
});

it('returns 422 for script in each text that is shown as markup, and names what it found', async () => {
  const fields = ['trin', 'hjaelp', 'kortBeskrivelse', 'startKnapTekst'];
  const script = '<select><img src=x onerror=hit()></select>';
  const errors = inEach(fields, ['Must not contain script: remove the attribute onerror.']);
  for (const send of [postForm, putForm])
    expect(await send(inEach(fields, script))).toMatchObject({status: 422, body: {errors}});
});
