import {auditPlace, withoutEmpty} from '../config.ts';
import type {CommandLine} from '../http/middleware/audit.ts';
import {appendAuditLine} from '../logs/audit-log.ts';
import {Refusal} from './messages.ts';

/** What the audit log says of a command, whatever comes of it. */
export type AuditedCommand = Pick<CommandLine, 'command' | 'options' | 'person' | 'company'>;

/**
 * Does what changes data, and writes a line to the service's audit log before and after it. With a service that writes to standard output,
 * the lines go to standard error.
 *
 * @param removedBy Returns how many documents were removed, where the work removes some.
 * @throws {Refusal} when the first line can't be written: then nothing was done; and when the last one can't be, after the work.
 */
export async function audited<Result>(
  command: AuditedCommand,
  work: () => Promise<Result>,
  removedBy: (result: Result) => number | undefined = () => undefined,
): Promise<Result> {
  const {TAVLE_AUDIT: audit, TAVLE_STORE: store} = withoutEmpty(process.env);
  const place = auditPlace(audit, store);
  if (place === undefined) return work();

  function record(outcome: Pick<CommandLine, 'result' | 'removed'>): void {
    const time = new Date().toISOString();
    appendAuditLine(place ?? '', {time, event: 'command', caller: 'operator', ...command, ...outcome});
  }

  try {
    record({result: 'started'});
  } catch (error) {
    throw new Refusal(`${(error as Error).message} Nothing was changed.`, {cause: error});
  }
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    try {
      record({result: 'failed'});
    } catch {
      // The command fails anyway, and its first line says that it was started.
    }
    throw error;
  }
  try {
    record({result: 'done', removed: removedBy(result)});
  } catch (error) {
    throw new Refusal(`${(error as Error).message} The command has made its changes.`, {cause: error});
  }
  return result;
}
