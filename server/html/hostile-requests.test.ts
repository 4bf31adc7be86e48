import {monitorEventLoopDelay} from 'node:perf_hooks';

import {describe, expect, it} from 'vitest';

import {deadline as deadlineWith, deliver, requiredV1, requiredV2} from '../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../testing/certificates.ts';
import {dafolo, skat, useTestService} from '../testing/service.ts';
import {pastedDocument, reopenedMarkup, reopenedMarkupOf} from './testing/heavy-markups.ts';

const service = await useTestService(tlsSettings);
const supplier = callerWith(service.url, await organisation(dafolo));
const authority = callerWith(service.url, await organisation(skat));
const anyone = callerWith(service.url);

const textFields = ['trin', 'hjaelp', 'kortBeskrivelse', 'startKnapTekst'] as const;
let created = 0;

const postVariant = (fields: object) =>
  supplier('POST', '/dia/1/formular', {...requiredV1, egetId: `html-${++created}`, ...fields});

const putVariant = (fields: object) =>
  supplier('PUT', `/dia/2/formular/${dafolo}/html-${++created}`, {...requiredV2, ...fields});

const deadline = (beskrivelse: string) => deadlineWith({beskrivelse});

describe('markup that expands to too many elements', () => {
  const attack = reopenedMarkup(1_000, 2_000);
  const tooMany = [
    expect.stringMatching(
      /^Must not (?:make browsers open too many elements|nest elements deeper than 256 levels)/,
    ),
  ];

  it.each(textFields.filter(field => field !== 'kortBeskrivelse'))(
    'returns 422 in %s of interface A and B, while other requests are served',
    async field => {
      const delay = monitorEventLoopDelay({resolution: 1});
      delay.enable();
      const [post, put, live] = await Promise.all([
        postVariant({[field]: attack}),
        putVariant({[field]: attack}),
        anyone('GET', '/health/live'),
      ]);
      delay.disable();
      expect(post).toMatchObject({status: 422, body: {errors: {[field]: tooMany}}});
      expect(put).toMatchObject({status: 422, body: {errors: {[field]: tooMany}}});
      expect(live.status).toBe(200);
      // Building a tree took seconds or crashed the process.
      expect(delay.max / 1e6).toBeLessThan(2_500);
    },
  );

  it.each([
    ['formatting elements', reopenedMarkup(110, 250)],
    ['as much of both as there is room for', reopenedMarkupOf(9_700)],
    ['deep nesting', '<b>'.repeat(3_333)],
  ])('returns 422 in a deadline, by %s, on POST and on PUT', async (_, beskrivelse) => {
    const refusal = {status: 422, body: {errors: {beskrivelse: tooMany}}};
    expect(await authority('POST', '/calendar/1/frister', deadline(beskrivelse))).toMatchObject(refusal);
    const path = `/calendar/1/frister/${await deliver(authority)}`;
    expect(await authority('PUT', path, deadline(beskrivelse))).toMatchObject(refusal);
  });

  it('is not parsed if the text is too long', async () => {
    const tooLong = `<script>${attack}`;
    expect(await postVariant({kortBeskrivelse: tooLong})).toMatchObject({
      status: 422,
      body: {errors: {kortBeskrivelse: ['Must have at most 200 characters.']}},
    });
    expect(await authority('POST', '/calendar/1/frister', deadline(tooLong))).toMatchObject({
      status: 422,
      body: {errors: {beskrivelse: ['Must have at most 10000 characters.']}},
    });
  });

  it.each(['beskrivelse', 'forudsaetninger', 'fritekst1', 'fritekst2', 'fritekst3'])(
    'returns 422 in %s, which the intro page shows',
    async field => {
      const refusal = {status: 422, body: {errors: {[field]: tooMany}}};
      expect(await postVariant({[field]: attack})).toMatchObject(refusal);
      expect(await putVariant({[field]: attack})).toMatchObject(refusal);
    },
  );

  it('is accepted in fields that are not shown as markup', async () => {
    expect((await putVariant({internKommentar: attack, brugerdefineretJavascript: attack})).status).toBe(201);
  });
});

it('a document from a word processor is accepted as a description and as a text of a variant', async () => {
  const pasted = pastedDocument(8_000);
  expect((await authority('POST', '/calendar/1/frister', deadline(pasted))).status).toBe(201);
  expect((await postVariant({trin: pastedDocument(19_000), hjaelp: pasted})).status).toBe(201);
});

it.each(textFields)('script returns 422 in %s, with what was found', async field => {
  const script = '<select><img src=x onerror=hit()></select>';
  const refusal = {
    status: 422,
    body: {errors: {[field]: ['Must not contain script: remove the attribute onerror.']}},
  };
  expect(await postVariant({[field]: script})).toMatchObject(refusal);
  expect(await putVariant({[field]: script})).toMatchObject(refusal);
});
