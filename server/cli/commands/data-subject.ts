import {readStoreConfig} from '../../config.ts';
import {hasCvrForm} from '../../identity/cvr.ts';
import {documentsAbout, erase} from '../../maintenance/data-subject.ts';
import type {DataSubject} from '../../store/document-type.ts';
import type {Store, StoredDocument} from '../../store/store.ts';
import type {Options} from '../command.ts';
import {count, type Outcome, Refusal} from '../messages.ts';
import {report} from '../report.ts';
import {lendStore} from '../with-store.ts';

/** Answers requests of persons and companies about their data (GDPR articles 15 and 17). */
export const run = (
  name: 'export' | 'erase',
  subject: DataSubject,
  id: string,
  options: Options,
): Promise<void> =>
  report(name, async () => {
    if (subject === 'company' && !hasCvrForm(id)) {
      throw new Refusal(`"${id}" is not a CVR number of eight digits.`);
    }
    return lendStore(readStoreConfig(process.env), 'filled', async store => {
      const documents = await documentsAbout(store, subject, id);
      return name === 'export' ? printAll(documents) : eraseAll(store, documents, options);
    });
  });

/** Prints documents as JSON. */
function printAll(documents: readonly StoredDocument[]): Outcome {
  const printed = documents.map(({path, version, value = null}) => ({path, version, value}));
  const damaged = documents
    .filter(({value}) => value === undefined)
    .map(({path}) => `${path} can not be read.`);
  return {lines: [JSON.stringify(printed, null, 2)], problems: damaged};
}

async function eraseAll(
  store: Store,
  documents: readonly StoredDocument[],
  {'dry-run': dryRun}: Options,
): Promise<Outcome> {
  const paths = documents.map(({path}) => path);
  const {removed, changed} =
    dryRun === undefined ? await erase(store, documents) : {removed: paths, changed: []};
  const heading = `${dryRun === undefined ? 'Removed' : 'Would remove'} ${count(removed.length, 'document')}.`;
  return {
    lines: [heading, ...removed.map(path => `  ${path}`)],
    problems: changed.map(path => `${path} was written in the meantime and stays. Run the command again.`),
  };
}
