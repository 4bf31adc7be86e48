import {expect, test, vi} from 'vitest';

import {createDeliveries} from '../server/calendar/authority/deliveries.ts';
import {createCompanyCalendar} from '../server/calendar/company-calendar.ts';
import type {SharedFrist} from '../server/calendar/mark-reader.ts';
import type {Progress} from '../server/maintenance/progress.ts';
import {useStore} from '../server/testing/store.ts';
import {parseDate, today} from '../server/time/dates.ts';
import {createAuthorities} from './authorities.ts';
import type {DemoCertificates, Organisation} from './certificate-files.ts';
import {companies} from './companies.ts';
import type {MtlsServer} from './mtls-server.ts';

const senders: Organisation[] = [
  {cvr: '19552101', navn: 'Skattestyrelsen', fil: 'skst'},
  {cvr: '10150817', navn: 'Erhvervsstyrelsen', fil: 'erst'},
  {cvr: '17150413', navn: 'Danmarks Statistik', fil: 'dst'},
  {cvr: '43405810', navn: 'ATP', fil: 'atp'},
];
const progress: Progress = {report: () => undefined, end: () => undefined};
const store = await useStore();

/** Stores a deadline like interface C, without its checks. */
const send = vi.fn<MtlsServer['send']>(async ({certificate}, _, path, body) => {
  const {fristDato, modtagere, ...texts} = body as Record<
    'overskrift' | 'beskrivelse' | 'fristDato' | 'modtagere',
    string
  >;
  const dato = parseDate(fristDato) ?? '';
  await createDeliveries(store).create(certificate, {
    ...texts,
    fristDato: dato,
    modtagere: modtagere.split(','),
    afsenderNavn: 'Skattestyrelsen',
  });
  return {status: 201, body: {path}};
});
const authorities = createAuthorities(
  senders,
  {of: ({cvr}) => ({certificate: cvr, key: ''})} as DemoCertificates,
  () => ({url: 'https://localhost', send}) as unknown as MtlsServer,
);

async function readCalendar(cvr: string): Promise<SharedFrist[]> {
  const found: SharedFrist[] = [];
  for await (const page of createCompanyCalendar(store)
    .read({cvrs: [cvr]}, {fra: '2000-01-01'})
    .listAll())
    found.push(...page);
  return found;
}

test('delivers different deadlines to each company, marks past ones as done, and delivers each once', async () => {
  await authorities.deliverAll(store, progress);
  const calendars = await Promise.all(Object.values(companies).map(({cvr}) => readCalendar(cvr)));
  for (const calendar of calendars) {
    expect(calendar.filter(({frist}) => frist.fristDato <= today()).length).toBeGreaterThan(2);
    expect(calendar.filter(({frist}) => frist.fristDato > today()).length).toBeGreaterThan(10);
    for (const {
      frist,
      companies: [own],
    } of calendar)
      expect(own?.klaret !== undefined).toBe(frist.fristDato <= today());
  }
  const yearly = calendars.map(
    calendar => calendar.filter(({frist}) => frist.overskrift.startsWith('Moms')).length,
  );
  expect(new Set(yearly).size).toBe(3);

  send.mockClear();
  await authorities.deliverAll(store, progress);
  expect(send).not.toHaveBeenCalled();
  expect(await Promise.all(Object.values(companies).map(({cvr}) => readCalendar(cvr)))).toEqual(calendars);
});
