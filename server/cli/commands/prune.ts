import type {Outcome} from '../../maintenance/messages.ts';
import {parseAge, prune, type PruneCount, type Pruned} from '../../maintenance/prune.ts';
import type {Options} from '../command.ts';
import {report, runOnStore} from '../report.ts';
import {runAudited} from '../run-audited.ts';

export const run = (options: Options): Promise<void> =>
  report('prune', async stopped => {
    const age = options['older-than'];
    const before = age === undefined ? undefined : parseAge(age);
    return runOnStore('existing', async (store, progress) => {
      const pruneAs = (dryRun: boolean) => prune(store, {before, dryRun, progress, stopped});
      if (options['dry-run'] !== undefined) return outcomeOf('Would remove:', await pruneAs(true));
      const command = {command: 'prune', options: age === undefined ? undefined : `--older-than ${age}`};
      return outcomeOf('Removed:', await runAudited(command, () => pruneAs(false), removedIn));
    });
  });

const removedIn = (pruned: Pruned) => [...pruned.values()].reduce((total, {removed}) => total + removed, 0);

function outcomeOf(heading: string, pruned: Pruned): Outcome {
  const width = Math.max(...Array.from(pruned.values(), ({removed}) => format(removed).length));
  const rows = Array.from(pruned, ([item, count]) => {
    const {removed} = count;
    return `  ${format(removed).padStart(width)} of ${format(removed + sum(count))} ${item}${describeKept(count)}`;
  });
  return {lines: [heading, ...rows], problems: []};
}

function describeKept({kept}: PruneCount): string {
  const reasons = Array.from(kept, ([reason, count]) => `${format(count)} ${reason}`);
  return reasons.length ? `; kept: ${reasons.join(', ')}` : '';
}

const sum = ({kept}: PruneCount) => [...kept.values()].reduce((total, count) => total + count, 0);

const format = (number: number) => number.toLocaleString('en');
