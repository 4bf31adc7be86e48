import {readAuditDestination} from '../config.ts';
import type {CommandLine} from '../logs/audit-line.ts';
import {appendAuditLine} from '../logs/audit-log.ts';
import {CommandError} from '../maintenance/messages.ts';

/* The audit lines of commands that change data, for `commands.ts`: a new command of this kind must run in `runAudited`.
 * Add a field to `CommandLine` in `logs/audit-line.ts`. The first line is written before the work, so that a killed
 * command leaves a trace. */

/**
 * Runs work that changes data, and writes a line to the service's audit log before and after it. Writes to standard error if the service writes
 * to standard output.
 *
 * @param removedBy Returns the number of removed items.
 * @param isRequired Whether a line that cannot be written is an error. Otherwise it is a warning on standard error. Default: true.
 * @throws {ConfigError} without running the work, if the service would refuse the settings of the audit log.
 * @throws {CommandError} if the first line cannot be written, without running the work, or if the last line cannot be written.
 */
export async function runAudited<Result>(
  command: Pick<CommandLine, 'command' | 'options' | 'person' | 'company'>,
  work: () => Promise<Result>,
  removedBy: (result: Result) => number | undefined = () => undefined,
  isRequired = true,
): Promise<Result> {
  const destination = readAuditDestination(process.env);
  if (destination === undefined) return work();

  function record(outcome: Pick<CommandLine, 'result' | 'removed'>): void {
    const time = new Date().toISOString();
    try {
      appendAuditLine(destination ?? '', {
        time,
        event: 'command',
        caller: 'operator',
        ...command,
        ...outcome,
      });
    } catch (error) {
      if (isRequired) throw error;
      process.stderr.write(`${(error as Error).message} The command goes on without it.\n`);
    }
  }

  try {
    record({result: 'started'});
  } catch (error) {
    throw new CommandError(`${(error as Error).message} Nothing was changed.`, {cause: error});
  }
  const result = await work().catch((error: unknown) => {
    try {
      record({result: 'failed'});
    } catch {
      // The command fails anyway, and the first line records its start.
    }
    throw error;
  });
  try {
    record({result: 'done', removed: removedBy(result)});
  } catch (error) {
    throw new CommandError(`${(error as Error).message} The command has made its changes.`, {cause: error});
  }
  return result;
}
