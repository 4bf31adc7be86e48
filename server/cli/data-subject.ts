import {readStoreConfig} from '../config.ts';
import {hasCvrForm} from '../identity/cvr.ts';
import {documentsAbout, erase} from '../maintenance/data-subject.ts';
import type {DataSubject} from '../store/document-type.ts';
import type {Store, StoredDocument} from '../store/store.ts';
import type {Command, Options} from './command.ts';
import {count, type Outcome, Refusal} from './messages.ts';
import {lendStore} from './with-store.ts';

const parameters = {person: 'OWNER', company: 'CVR'} as const;
const subjects = Object.keys(parameters) as DataSubject[];

type Report = (command: string, work: () => Promise<Outcome>) => Promise<void>;
type Work = (store: Store, documents: readonly StoredDocument[], options: Options) => Promise<Outcome>;

/** Returns the commands for requests of persons and companies about their data (GDPR articles 15 and 17), by their two words. */
export function dataSubjectCommands(report: Report): Record<string, Command> {
  return {
    ...forEach('export', [], 'prints what is stored about', report, printAll),
    ...forEach('erase', ['--dry-run'], 'removes what is stored about', report, eraseAll),
  };
}

function forEach(
  name: string,
  options: readonly string[],
  does: string,
  report: Report,
  work: Work,
): Record<string, Command> {
  const commands = subjects.map((subject): [string, Command] => [
    `${name} ${subject}`,
    {
      parameters: [parameters[subject]],
      options,
      does: `${does} a ${subject}`,
      run: ([id = ''], given) =>
        report(name, () => {
          if (subject === 'company' && !hasCvrForm(id)) {
            throw new Refusal(`"${id}" is not a CVR number of eight digits.`);
          }
          return lendStore(readStoreConfig(process.env), 'filled', async store =>
            work(store, await documentsAbout(store, subject, id), given),
          );
        }),
    },
  ]);
  return Object.fromEntries(commands);
}

/** Prints documents as JSON. */
function printAll(_: Store, documents: readonly StoredDocument[]): Promise<Outcome> {
  const printed = documents.map(({path, version, value = null}) => ({path, version, value}));
  const damaged = documents
    .filter(({value}) => value === undefined)
    .map(({path}) => `${path} can not be read.`);
  return Promise.resolve({lines: [JSON.stringify(printed, null, 2)], problems: damaged});
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
