import {readFileSync} from 'node:fs';

import {createDeliveries} from '../server/calendar/authority/deliveries.ts';
import {createCompanyCalendar} from '../server/calendar/company/company.ts';
import type {Progress} from '../server/cli/progress.ts';
import type {Store} from '../server/store/store.ts';
import {addDays, formatDate, today} from '../server/time/dates.ts';
import type {DemoCertificates, Organisation} from './certificate-files.ts';
import {deadlinesBetween, type DemoDeadline} from './deadlines.ts';
import type {MtlsServer} from './mtls-server.ts';
import type {Supplier} from './suppliers.ts';

/** The authorities of the demo's portal, which deliver through interface C like any other. */
export interface Authorities {
  readonly list: readonly Organisation[];
  /** Delivers with the authority's certificate and returns the response of interface C; 404 for an unknown authority. */
  deliver(cvr: string, frist: Record<string, unknown>): Promise<{status: number; body: unknown}>;
  /** Delivers the deadlines of three months back and a year ahead that the store does not have yet. */
  deliverAll(store: Store, progress: Progress): Promise<void>;
  /** The start of a curl command that delivers with the authority's certificate; it lacks the body. */
  curl(authority: Organisation): string;
}

/** Those of a portal file's authorities that the demo has certificates for, and all of its suppliers. */
export interface Organisations {
  readonly authorities: readonly Organisation[];
  readonly suppliers: readonly Supplier[];
}

/** State authorities, whose files are named after their abbreviation, and suppliers, whose files after their name. */
export function organisationsOf(portalFile: string): Organisations {
  const {myndigheder, leverandoerer} = JSON.parse(readFileSync(portalFile, 'utf8')) as {
    myndigheder: {cvr: string; navn: string; forkortelse: string; type: string}[];
    leverandoerer: {cvr: string; navn: string; paaVegneAf: string[]}[];
  };
  return {
    authorities: myndigheder
      .filter(({type}) => type === 'stat')
      .map(({cvr, navn, forkortelse}) => ({cvr, navn, fil: forkortelse.toLowerCase()})),
    suppliers: leverandoerer.map(({cvr, navn, paaVegneAf}) => ({
      cvr,
      navn,
      paaVegneAf,
      fil: navn.toLowerCase().replace(/[^a-z]+/g, '-'),
    })),
  };
}

const [daysBack, daysAhead] = [90, 370];

/** One at a time, each delivery would wait for the disk alone. */
const atATime = 16;

export function createAuthorities(
  list: readonly Organisation[],
  certificates: DemoCertificates,
  mtlsServer: () => MtlsServer,
): Authorities {
  const path = '/calendar/1/frister';

  const deliver: Authorities['deliver'] = async (cvr, frist) => {
    const authority = list.find(known => known.cvr === cvr);
    if (!authority)
      return {status: 404, body: {status: 'Not Found', code: 404, message: 'There is no such authority.'}};
    return mtlsServer().call(certificates.of(authority), 'POST', path, frist);
  };

  async function deliverOne({afsender, dato, modtagere, ...texts}: DemoDeadline): Promise<void> {
    const frist = {...texts, fristDato: formatDate(dato), modtagere: modtagere.join()};
    const {status, body} = await deliver(afsender, frist);
    if (status !== 201) throw new Error(`A deadline of the demo was refused: ${JSON.stringify(body)}`);
  }

  /** Interface C refuses dates that are not in the future, so these go straight to the store, as read. */
  async function storePast(store: Store, {afsender, dato, ...frist}: DemoDeadline): Promise<void> {
    const afsenderNavn = list.find(({cvr}) => cvr === afsender)?.navn;
    const {fristId} = await createDeliveries(store).create(afsender, {
      ...frist,
      fristDato: dato,
      afsenderNavn,
    });
    for (const cvr of frist.modtagere) await createCompanyCalendar(store).mark(cvr, fristId, {isLaest: true});
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
      for (let place = 0; place < missing.length; place += atATime) {
        progress.report('deadlines delivered', place, missing.length);
        await Promise.all(
          missing
            .slice(place, place + atATime)
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
