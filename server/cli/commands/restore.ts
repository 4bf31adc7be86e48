import {restore} from '../../maintenance/restore.ts';
import {runAudited} from '../run-audited.ts';
import {count} from '../../maintenance/messages.ts';
import {reportOnStore} from '../report.ts';
import {describeLosses} from './describe-losses.ts';

export const run = (directory: string): Promise<void> =>
  reportOnStore('restore', 'any', async (store, progress) => {
    const command = {command: 'restore', options: directory};
    const {manifest, repaired} = await runAudited(command, () => restore(store, directory, progress));
    const restored = count(manifest.files.documents.lines, 'document');
    return {lines: [`Restored ${restored}, as of ${manifest.finished}.`], problems: describeLosses(repaired)};
  });
