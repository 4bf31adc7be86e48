import {readFileSync} from 'node:fs';

import {addDays, formatDate, today} from '../server/time/dates.ts';
import type {Progress} from '../server/cli/progress.ts';
import type {DemoCertificates, Organisation} from './certificate-files.ts';
import {deadlines} from './deadlines.ts';
import type {SecureDoor} from './secure-door.ts';
import type {Supplier} from './suppliers.ts';

/** The authorities of the demo's portal, who deliver through interface C like any other. */
export interface Authorities {
  readonly list: readonly Organisation[];
  /** Delivers with the authority's certificate and gives back what interface C answers; 404 for an unknown one. */
  deliver(
    cvr: string,
    frist: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<{status: number; body: unknown}>;
  /** Delivers the real deadlines that lie ahead; those that were delivered by an earlier run stay as they are. */
  deliverAll(progress: Progress): Promise<void>;
  /** A call that works as it stands, from where the demo was started. */
  curl(): string;
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

export function createAuthorities(
  list: readonly Organisation[],
  certificates: DemoCertificates,
  door: () => SecureDoor,
): Authorities {
  const path = '/calendar/1/frister';

  const deliver: Authorities['deliver'] = async (cvr, frist, headers) => {
    const authority = list.find(known => known.cvr === cvr);
    if (!authority)
      return {status: 404, body: {status: 'Not Found', code: 404, message: 'There is no such authority.'}};
    return door().call(certificates.of(authority), 'POST', path, frist, headers);
  };

  return {
    list,
    deliver,

    async deliverAll(progress) {
      const ahead = deadlines.filter(({dato}) => dato > today());
      for (const [place, {afsender, overskrift, beskrivelse, dato}] of ahead.entries()) {
        progress.tell('deadlines delivered', place, ahead.length);
        const fristDato = formatDate(dato);
        const name = {'Idempotency-Key': `demo:${dato}:${encodeURIComponent(overskrift)}`};
        const frist = {overskrift, beskrivelse, fristDato, modtagere: ''};
        const {status, body} = await deliver(afsender, frist, name);
        if (status !== 201) throw new Error(`A deadline of the demo was refused: ${JSON.stringify(body)}`);
      }
      progress.end();
    },

    curl() {
      const skattestyrelsen = list.find(({cvr}) => cvr === '19552101') ?? list[0];
      if (!skattestyrelsen) return '';
      const {certificate, key} = certificates.pathsOf(skattestyrelsen);
      const frist = {
        overskrift: 'Prøve',
        beskrivelse: '<p>En prøve</p>',
        fristDato: formatDate(addDays(today(), 30)),
        modtagere: '',
      };
      return [
        `curl --cacert ${certificates.ca} --cert ${certificate} --key ${key}`,
        `  --header 'Content-Type: application/json' --data '${JSON.stringify(frist)}'`,
        `  ${door().url}${path}`,
      ].join(' \\\n');
    },
  };
}
