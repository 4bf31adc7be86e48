import {readStoreConfig} from '../../config.ts';
import {hasCvrForm} from '../../identity/cvr.ts';
import {documentsAbout, erase, type SubjectDocument} from '../../maintenance/data-subject.ts';
import type {DataSubject} from '../../store/document-type.ts';
import type {Options} from '../command.ts';
import {runAudited} from '../run-audited.ts';
import {count, type Outcome, CommandError} from '../../maintenance/messages.ts';
import {report} from '../report.ts';
import {withStore} from '../../maintenance/with-store.ts';

/** Exports or erases the data of a person or a company (GDPR articles 15 and 17). */
export const run = (
  name: 'export' | 'erase',
  subject: DataSubject,
  id: string,
  options: Options,
): Promise<void> =>
  report(name, async () => {
    if (subject === 'company' && !hasCvrForm(id)) {
      throw new CommandError(`"${id}" is not a CVR number of eight digits.`);
    }
    return withStore(readStoreConfig(process.env), 'existing', async (store, unreadable) => {
      const documents = await documentsAbout(store, subject, id, unreadable);
      if (name === 'export') return printAll(documents);
      const paths = documents.map(({path}) => path);
      if (options['dry-run'] !== undefined) return outcomeOf('Would remove', paths, []);
      const command = {command: `erase ${subject}`, [subject]: id};
      const {removed, changed} = await runAudited(
        command,
        () => erase(store, documents),
        erased => erased.removed.length,
      );
      return outcomeOf('Removed', removed, changed);
    });
  });

function printAll(documents: readonly SubjectDocument[]): Outcome {
  const printed = documents.map(({path, version, value = null}) => ({path, version, value}));
  const damaged = documents
    .filter(({value}) => value === undefined)
    .map(({path}) => `${path} cannot be read.`);
  return {lines: [JSON.stringify(printed, null, 2)], problems: damaged};
}

function outcomeOf(heading: string, removed: readonly string[], changed: readonly string[]): Outcome {
  return {
    lines: [`${heading} ${count(removed.length, 'document')}.`, ...removed.map(path => `  ${path}`)],
    problems: changed.map(
      path => `${path} was changed while the command ran and was not removed. Run the command again.`,
    ),
  };
}
