import {CommandError, count} from '../../maintenance/messages.ts';
import {backup, backupToFile} from '../../maintenance/backup.ts';
import {version} from '../../version.ts';
import {reportOnStore} from '../report.ts';

export const run = (file: string): Promise<void> =>
  reportOnStore('backup', 'existing', async (store, progress, stopped) => {
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
    const lost = `The backup is complete, but the store has lost data that ${count(incomplete, 'document')} need: see "tavle repair".`;
    return {lines: isStream ? [] : [line], problems: incomplete ? [lost] : []};
  });
