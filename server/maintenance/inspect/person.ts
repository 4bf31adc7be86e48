import type {Key, Store} from '../../store/store.ts';
import {factsOf, type Report} from './report.ts';

/** Reports what a person has chosen on the dashboard. @param owner The owner claim of the person's tokens. */
export async function inspectPerson(store: Store, owner: string): Promise<Report> {
  const key: Key = ['dashboard', owner];
  const [document] = await store.read([key]);
  const facts = document ? {...factsOf(key, document), apps: document.value ?? null} : {};
  const isDamaged = document !== undefined && document.value === undefined;
  return {
    subject: `person ${owner}`,
    facts,
    meaning: document
      ? ['Apps that are not listed have the state of the portal file, as locked apps have.']
      : ['The person has chosen nothing: all apps have the state of the portal file.'],
    problems: isDamaged ? ['The stored document can not be read. The next choice replaces it.'] : [],
  };
}
