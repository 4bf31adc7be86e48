import type {Key, Store} from '../../store/store.ts';
import {factsOf, type Report} from './report.ts';

/** Reports the choices of a person on the dashboard. @param owner The owner claim of the person's tokens. */
export async function inspectPerson(store: Store, owner: string): Promise<Report> {
  const key: Key = ['dashboard', owner];
  const [document] = await store.read([key]);
  const facts = document ? {...factsOf(key, document), apps: document.value ?? null} : {};
  const isDamaged = document !== undefined && document.value === undefined;
  return {
    subject: `person ${owner}`,
    facts,
    description: document
      ? ['Locked apps and apps that are not listed have the state of the portal file.']
      : ['The person has chosen nothing: all apps have the state of the portal file.'],
    problems: isDamaged ? ['The stored document cannot be read. The next choice replaces it.'] : [],
  };
}
