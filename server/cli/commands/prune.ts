import {readSetting, withoutEmpty} from '../../config.ts';
import {prune, type PruneCount, type Pruned, type PruneScope} from '../../maintenance/prune.ts';
import {parsePruneScope} from '../../maintenance/prune-scope.ts';
import type {Portal} from '../../portal/portal.ts';
import type {Options} from '../command.ts';
import {runAudited} from '../run-audited.ts';
import {type Outcome, CommandError} from '../../maintenance/messages.ts';
import {report, runOnStore} from '../report.ts';

export const run = (options: Options): Promise<void> =>
  report('prune', async stopped => {
    const scope = scopeOf(options);
    return runOnStore('existing', async (store, progress) => {
      const pruneAs = (dryRun: boolean) => prune(store, {...scope, dryRun, progress, stopped});
      if (options['dry-run'] !== undefined) return outcomeOf('Would remove:', await pruneAs(true));
      const command = {command: 'prune', options: typedOf(options)};
      return outcomeOf('Removed:', await runAudited(command, () => pruneAs(false), removedIn));
    });
  });

function scopeOf({kind, 'older-than': age}: Options): PruneScope {
  const scope = parsePruneScope(kind, age);
  return scope.before && kind === 'forms' ? {...scope, portal: portalOfSettings()} : scope;
}

/** Returns `--kind` and `--older-than` as they are typed; `undefined` without any. */
function typedOf({kind, 'older-than': age}: Options): string | undefined {
  if (kind === undefined) return undefined;
  return age === undefined ? `--kind ${kind}` : `--kind ${kind} --older-than ${age}`;
}

const removedIn = (pruned: Pruned) => [...pruned.values()].reduce((total, {removed}) => total + removed, 0);

function outcomeOf(heading: string, pruned: Pruned): Outcome {
  const width = Math.max(...Array.from(pruned.values(), ({removed}) => format(removed).length));
  const rows = Array.from(pruned, ([item, count]) => {
    const {removed} = count;
    return `  ${format(removed).padStart(width)} of ${format(removed + sum(count))} ${item}${describeKept(count)}`;
  });
  return {lines: [heading, ...rows], problems: []};
}

/** Reads the portal file. Its form masters and authorities decide which forms are published. */
function portalOfSettings(): Portal {
  const set = withoutEmpty(process.env);
  if (set.TAVLE_PORTAL === undefined) {
    throw new CommandError(
      'TAVLE_PORTAL: Is needed to prune forms by age: it decides which are published, and at which permalinks.',
    );
  }
  return readSetting(set, 'TAVLE_PORTAL').portal;
}

function describeKept({kept}: PruneCount): string {
  const reasons = Array.from(kept, ([reason, count]) => `${format(count)} ${reason}`);
  return reasons.length ? `; kept: ${reasons.join(', ')}` : '';
}

const sum = ({kept}: PruneCount) => [...kept.values()].reduce((total, count) => total + count, 0);

const format = (number: number) => number.toLocaleString('en');
