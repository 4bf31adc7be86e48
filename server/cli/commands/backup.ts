import {backup} from '../../maintenance/backup.ts';
import {version} from '../../version.ts';
import {count} from '../../maintenance/messages.ts';
import {reportOnStore} from '../report.ts';

export const run = (directory: string): Promise<void> =>
  reportOnStore('backup', 'existing', async (store, progress, stopped) => {
    const {manifest, incomplete} = await backup(store, directory, {version, progress, stopped});
    const {documents, members, counters} = manifest.files;
    const bytes = documents.bytes + members.bytes + counters.bytes;
    const lost = `The backup is complete, but the store has lost data that ${count(incomplete, 'document')} need: see "tavle repair".`;
    return {
      lines: [`${directory}: ${count(documents.lines, 'document')}, ${bytes.toLocaleString('en')} bytes.`],
      problems: incomplete ? [lost] : [],
    };
  });
