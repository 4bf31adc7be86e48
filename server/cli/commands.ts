import {parseFristId} from '../calendar/records.ts';
import {readStoreConfig, readVariables} from '../config.ts';
import {hasCvrForm} from '../identity/cvr.ts';
import {backup, backupToFile} from '../maintenance/backup.ts';
import {check} from '../maintenance/check.ts';
import {documentsAbout, erase} from '../maintenance/data-subject.ts';
import {inspectDeadline, inspectForm, renderReport, type Report} from '../maintenance/inspect.ts';
import {CommandError, count, type Outcome} from '../maintenance/messages.ts';
import {parseAge, prune, type PruneCount, type Pruned} from '../maintenance/prune.ts';
import {repair, type Repaired} from '../maintenance/repair.ts';
import {restore, restoreFile} from '../maintenance/restore.ts';
import {withStore} from '../maintenance/with-store.ts';
import {emptyPortal, readPortal} from '../portal/portal.ts';
import type {DataSubject} from '../store/document-type.ts';
import type {Store} from '../store/store.ts';
import {version} from '../package.ts';
import {report, runOnStore} from './report.ts';
import {runAudited} from './run-audited.ts';

/* Runs the commands that `program.ts` declares, and prints their results. For a new command, add a function `run…`
 * here, and its work to `maintenance/`. Scripts of operators depend on what a command prints and on its exit code:
 * `docs/reference/commands/` documents both. */

export const runCheck = (): Promise<void> => report('check', () => check(process.env));

/** Runs `tavle backup`. @param file A new file, or `-` for standard output. */
export const runBackup = (file: string): Promise<void> =>
  report('backup', stopped =>
    runOnStore('existing', async (store, progress) => {
      const isStream = file === '-';
      if (isStream && process.stdout.isTTY)
        throw new CommandError('Standard output is a terminal: redirect it, or name a file.');
      const options = {version, progress, stopped};
      const result = await (isStream
        ? backup(store, process.stdout, options)
        : backupToFile(store, file, options));
      const {documents, bytes, incomplete} = result;
      const line = `${isStream ? 'standard output' : file}: ${count(documents, 'document')}, ${bytes.toLocaleString('en')} bytes.`;
      if (isStream) process.stderr.write(`${line}\n`);
      const damaged = `The backup is complete, but the recipients or texts of ${count(incomplete, 'document')} cannot be read: see "tavle repair".`;
      return {lines: isStream ? [] : [line], problems: incomplete ? [damaged] : []};
    }),
  );

/** Runs `tavle restore`. @param file A backup, or `-` for standard input. */
export const runRestore = (file: string): Promise<void> =>
  report('restore', () =>
    runOnStore('any', async (store, progress) => {
      const command = {command: 'restore', options: file};
      const work = () =>
        file === '-'
          ? restore(store, process.stdin, 'standard input', progress)
          : restoreFile(store, file, progress);
      // Restores without the audit log if necessary: it may be on the disk that was lost.
      const {documents, started, repaired} = await runAudited(command, work, undefined, false);
      return {
        lines: [`Restored ${count(documents, 'document')}, as of ${started}.`],
        problems: describeDamage(repaired),
      };
    }),
  );

export const runRepair = (): Promise<void> =>
  report('repair', () =>
    runOnStore('existing', async (store, progress) => {
      const repaired = await runAudited({command: 'repair'}, () => repair(store, progress));
      const added = [
        count(repaired.entriesAdded, 'index entry', 'index entries'),
        count(repaired.documentsAdded, 'document'),
        count(repaired.countersRaised, 'counter'),
      ];
      return {
        lines: [
          `Checked the index entries of ${count(repaired.checked, 'document')}. Added what was missing: ${added.join(', ')}.`,
          `Removed ${count(repaired.entriesRemoved, 'index entry', 'index entries')} of failed changes.`,
          `Counted what each organisation stores: ${count(repaired.recounted, 'count')} corrected.`,
        ],
        problems: describeDamage(repaired),
      };
    }),
  );

/** Describes the parts that repair could not read. */
function describeDamage({damaged, examples}: Repaired): string[] {
  if (!damaged) return [];
  const named = `${examples.join(', ')}${damaged > examples.length ? ' …' : ''}`;
  return [`The recipients or texts of ${count(damaged, 'document')} cannot be read: ${named}`];
}

export const runPrune = ({olderThan, dryRun}: {olderThan?: string; dryRun?: true}): Promise<void> =>
  report('prune', async stopped => {
    const before = olderThan === undefined ? undefined : parseAge(olderThan);
    return runOnStore('existing', async (store, progress) => {
      const pruneNow = () => prune(store, {before, dryRun: dryRun ?? false, progress, stopped});
      if (dryRun) return describePruned('Would remove:', await pruneNow());
      const options = olderThan === undefined ? undefined : `--older-than ${olderThan}`;
      const removedBy = (pruned: Pruned) => sum(Array.from(pruned.values(), ({removed}) => removed));
      return describePruned('Removed:', await runAudited({command: 'prune', options}, pruneNow, removedBy));
    });
  });

function describePruned(heading: string, pruned: Pruned): Outcome {
  const width = Math.max(...Array.from(pruned.values(), ({removed}) => format(removed).length));
  const rows = Array.from(pruned, ([item, {removed, kept}]) => {
    const all = format(removed + sum(kept.values()));
    return `  ${format(removed).padStart(width)} of ${all} ${item}${describeKept(kept)}`;
  });
  return {lines: [heading, ...rows], problems: []};
}

function describeKept(kept: PruneCount['kept']): string {
  const reasons = Array.from(kept, ([reason, number]) => `${format(number)} ${reason}`);
  return reasons.length ? `; kept: ${reasons.join(', ')}` : '';
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, each) => total + each, 0);

const format = (number: number) => number.toLocaleString('en');

export const runInspectDeadline = (
  id: string,
  {company, json}: {company?: string; json?: true},
): Promise<void> =>
  inspect(json, store => {
    const fristId = parseFristId(id);
    if (fristId === undefined) throw new CommandError(`"${id}" is not the number of a deadline.`);
    return inspectDeadline(store, fristId, company === undefined ? undefined : parseCvr(company));
  });

export const runInspectForm = (cvr: string, egetId: string, {json}: {json?: true}): Promise<void> =>
  inspect(json, store => {
    // The portal file contains suppliers, authorities, and the dates of form masters.
    const {TAVLE_PORTAL: path} = readVariables(process.env);
    const portal = path === undefined ? emptyPortal : readPortal(path, hasCvrForm);
    return inspectForm(store, parseCvr(cvr), egetId, portal);
  });

/** Prints what an inspection of the store finds, as text or as JSON. */
const inspect = (json: true | undefined, inspection: (store: Store) => Promise<Report>): Promise<void> =>
  report('inspect', () =>
    withStore(readStoreConfig(process.env), 'existing', async store => {
      const found = await inspection(store);
      return {lines: json ? linesOfJson(found) : renderReport(found), problems: found.problems};
    }),
  );

/** Prints the documents about a person or a company. @param id The owner claim, or the CVR number. */
export const runExport = (subject: DataSubject, id: string): Promise<void> =>
  aboutSubject('export', subject, id, async (store, unreadable) => {
    const documents = await documentsAbout(store, subject, id, unreadable);
    const printed = documents.map(({path, version, value = null}) => ({path, version, value}));
    const damaged = documents.filter(({value}) => value === undefined);
    return {lines: linesOfJson(printed), problems: damaged.map(({path}) => `${path} cannot be read.`)};
  });

/** Removes the documents about a person or a company. @param id The owner claim, or the CVR number. */
export const runErase = (subject: DataSubject, id: string, {dryRun}: {dryRun?: true}): Promise<void> =>
  aboutSubject('erase', subject, id, async (store, unreadable) => {
    const documents = await documentsAbout(store, subject, id, unreadable);
    const describe = (heading: string, paths: readonly string[]) => [
      `${heading} ${count(paths.length, 'document')}.`,
      ...paths.map(path => `  ${path}`),
    ];
    if (dryRun) {
      const paths = documents.map(({path}) => path);
      return {lines: describe('Would erase the data from', paths), problems: []};
    }
    const {removed, changed} = await runAudited(
      {command: `erase ${subject}`, [subject]: id},
      () => erase(store, subject, id, documents),
      erased => erased.removed.length,
    );
    return {
      lines: describe('Erased the data from', removed),
      problems: changed.map(
        path => `${path} was changed while the command ran and was not erased. Run the command again.`,
      ),
    };
  });

const aboutSubject = (
  name: string,
  subject: DataSubject,
  id: string,
  work: (store: Store, unreadable: ReadonlySet<string>) => Promise<Outcome>,
): Promise<void> =>
  report(name, async () => {
    if (subject === 'company') parseCvr(id);
    else if (!id.trim()) throw new CommandError('The owner claim of the person is empty.');
    return withStore(readStoreConfig(process.env), 'existing', work);
  });

const linesOfJson = (value: object) => JSON.stringify(value, null, 2).split('\n');

function parseCvr(text: string): string {
  if (!hasCvrForm(text)) throw new CommandError(`"${text}" is not a CVR number of eight digits.`);
  return text;
}
