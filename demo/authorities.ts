// Delivers deadlines with the certificates of the demo's authorities, for `main.ts` and `routes.ts`. Here you can
// change how they are delivered; `deadlines.ts` contains them. Use interface C, as real authorities do; only past
// deadlines, which it refuses, go directly to the store.

import {readFileSync} from 'node:fs';

import {createDeliveries} from '../server/calendar/authority/deliveries.ts';
import {createCompanyCalendar} from '../server/calendar/company-calendar.ts';
import type {Progress} from '../server/maintenance/progress.ts';
import type {Store} from '../server/store/store.ts';
import {addDays, formatDate, today} from '../server/time/dates.ts';
import type {DemoCertificates, Organisation} from './certificate-files.ts';
import {deadlinesBetween, type DemoDeadline} from './deadlines.ts';
import type {MtlsServer} from './mtls-server.ts';

/** The authorities of the demo's portal. They deliver through interface C. */
export interface Authorities {
  readonly list: readonly Organisation[];
  /** Delivers with the authority's certificate and returns the response of interface C; 404 for an unknown authority. */
  deliver(cvr: string, frist: Record<string, unknown>): Promise<{status: number; body: unknown}>;
  /** Delivers missing deadlines, from three months ago to a year ahead. */
  deliverAll(store: Store, progress: Progress): Promise<void>;
  /** Returns a curl command, without the body, that delivers with the authority's certificate. */
  curl(authority: Organisation): string;
}

/**
 * Returns the organisations of a portal file that have demo certificates: the state authorities, with files named by abbreviation, and the
 * suppliers, with files named by name.
 */
export function organisationsOf(portalFile: string) {
  const {myndigheder, leverandoerer} = JSON.parse(readFileSync(portalFile, 'utf8')) as {
    myndigheder: {cvr: string; navn: string; forkortelse: string; type: string}[];
    leverandoerer: {cvr: string; navn: string}[];
  };
  return {
    authorities: myndigheder
      .filter(({type}) => type === 'stat')
      .map(({cvr, navn, forkortelse}) => ({cvr, navn, fil: forkortelse.toLowerCase()})),
    suppliers: leverandoerer.map(({cvr, navn}) => ({
      cvr,
      navn,
      fil: navn.toLowerCase().replace(/[^a-z]+/g, '-'),
    })),
  };
}

const [daysBack, daysAhead] = [90, 370];

/** The number of concurrent deliveries, which share syncs of the disk. */
const concurrency = 16;

export function createAuthorities(
  list: readonly Organisation[],
  certificates: DemoCertificates,
  mtlsServer: () => MtlsServer,
): Authorities {
  const path = '/calendar/1/frister';

  const deliver: Authorities['deliver'] = async (cvr, frist) => {
    const authority = list.find(known => known.cvr === cvr);
    if (!authority)
      return {
        status: 404,
        body: {status: 'Not Found', code: 404, message: 'No authority has that CVR number.'},
      };
    return mtlsServer().send(certificates.of(authority), 'POST', path, frist);
  };

  async function deliverOne({afsender, dato, modtagere, ...texts}: DemoDeadline): Promise<void> {
    const frist = {...texts, fristDato: formatDate(dato), modtagere: modtagere.join()};
    const {status, body} = await deliver(afsender, frist);
    if (status !== 201) throw new Error(`Interface C rejected a sample deadline: ${JSON.stringify(body)}`);
  }

  /** Writes a past deadline, marked as done, to the store: interface C only accepts future dates. */
  async function storePast(store: Store, {afsender, dato, ...frist}: DemoDeadline): Promise<void> {
    const afsenderNavn = list.find(({cvr}) => cvr === afsender)?.navn ?? afsender;
    const {fristId} = await createDeliveries(store).create(afsender, {
      ...frist,
      fristDato: dato,
      afsenderNavn,
    });
    const reader = {cvrs: frist.modtagere, owner: 'anne', name: 'Anne Jensen'};
    if (frist.modtagere.length) await createCompanyCalendar(store).mark(reader, fristId, {isKlaret: true});
  }

  return {
    list,
    deliver,

    async deliverAll(store, progress) {
      const known = new Set<string>();
      for (const {cvr} of list) {
        for await (const page of createDeliveries(store).list(cvr)) {
          for (const {fristDato, overskrift} of page) known.add(fristDato + overskrift);
        }
      }
      const missing = deadlinesBetween(addDays(today(), -daysBack), addDays(today(), daysAhead)).filter(
        ({dato, overskrift}) => !known.has(dato + overskrift),
      );
      for (let start = 0; start < missing.length; start += concurrency) {
        progress.report('deadlines delivered', start, missing.length);
        await Promise.all(
          missing
            .slice(start, start + concurrency)
            .map(deadline => (deadline.dato > today() ? deliverOne(deadline) : storePast(store, deadline))),
        );
      }
      progress.end();
    },

    curl(authority) {
      const {certificate, key} = certificates.pathsOf(authority);
      return `curl --cacert ${certificates.ca} --cert ${certificate} --key ${key} \\\n  ${mtlsServer().url}${path}`;
    },
  };
}
