import {repair} from '../../maintenance/repair.ts';
import {runAudited} from '../run-audited.ts';
import {count} from '../../maintenance/messages.ts';
import {reportOnStore} from '../report.ts';
import {describeLosses} from './describe-losses.ts';

export const run = (): Promise<void> =>
  reportOnStore('repair', 'existing', async (store, progress) => {
    const repaired = await runAudited({command: 'repair'}, () => repair(store, progress));
    const added = [
      count(repaired.entriesAdded, 'index entry', 'index entries'),
      count(repaired.documentsAdded, 'document'),
      count(repaired.countersRaised, 'counter'),
    ];
    return {
      lines: [
        `Checked ${count(repaired.checked, 'document')}. Added what was missing: ${added.join(', ')}.`,
        `Counted what each organisation stores: ${count(repaired.recounted, 'count')} corrected.`,
      ],
      problems: describeLosses(repaired),
    };
  });
