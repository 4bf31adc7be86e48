import {restore} from '../../maintenance/restore.ts';
import {runAudited} from '../run-audited.ts';
import {count} from '../../maintenance/messages.ts';
import {reportOnStore} from '../report.ts';
import {describeLosses} from './describe-losses.ts';

export const run = (directory: string): Promise<void> =>
  reportOnStore('restore', 'any', async (store, progress) => {
    const command = {command: 'restore', options: directory};
    const work = () => restore(store, directory, progress);
    // Lost data comes first: the audit log may be on the disk that was lost.
    const {manifest, repaired} = await runAudited(command, work, undefined, false);
    const restored = count(manifest.files.documents.lines, 'document');
    return {lines: [`Restored ${restored}, as of ${manifest.finished}.`], problems: describeLosses(repaired)};
  });
