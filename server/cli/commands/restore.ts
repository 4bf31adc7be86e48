import {count} from '../../maintenance/messages.ts';
import {restore, restoreFile} from '../../maintenance/restore.ts';
import {reportOnStore} from '../report.ts';
import {runAudited} from '../run-audited.ts';
import {describeLosses} from './describe-losses.ts';

export const run = (file: string): Promise<void> =>
  reportOnStore('restore', 'any', async (store, progress) => {
    const command = {command: 'restore', options: file};
    const work = () =>
      file === '-'
        ? restore(store, process.stdin, 'standard input', progress)
        : restoreFile(store, file, progress);
    // Lost data comes first: the audit log may be on the disk that was lost.
    const {documents, started, repaired} = await runAudited(command, work, undefined, false);
    return {
      lines: [`Restored ${count(documents, 'document')}, as of ${started}.`],
      problems: describeLosses(repaired),
    };
  });
