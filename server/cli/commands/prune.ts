import {prune} from '../../maintenance/prune.ts';
import type {Options} from '../command.ts';
import {reportOnStore} from '../report.ts';

export const run = (options: Options): Promise<void> =>
  reportOnStore('prune', 'filled', async (store, progress, stopped) => {
    const dryRun = options['dry-run'] !== undefined;
    const pruned = await prune(store, {dryRun, progress, stopped});
    const numbers = Object.values(pruned).map(number => number.toLocaleString('en'));
    const width = Math.max(...numbers.map(({length}) => length));
    const rows = Object.keys(pruned).map((kind, row) => `  ${numbers[row]?.padStart(width)} ${kind}`);
    return {lines: [dryRun ? 'Would remove:' : 'Removed:', ...rows], problems: []};
  });
