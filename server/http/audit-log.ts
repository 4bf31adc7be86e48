import {dirname} from 'node:path';

import {pino} from 'pino';

import {describeFileError} from '../files/file-error.ts';
import {makeDirectory} from '../files/make-directory.ts';
import type {AuditLine} from './audit.ts';

/**
 * Opens the audit log: it gets a line of JSON for each change, written before the response is sent.
 *
 * @param place `stdout` or the path of a file, whose directory is created when missing; `undefined`: nothing is written.
 * @throws {Error} that names the setting when the file can't be written.
 */
export function openAuditLog(place: string | undefined): (line: AuditLine) => void {
  if (place === undefined) return () => undefined;
  const destination = place === 'stdout' ? pino.destination({dest: 1, sync: true}) : openFile(place);
  return line => void destination.write(`${JSON.stringify(line)}\n`);
}

function openFile(path: string) {
  try {
    makeDirectory(dirname(path));
    return pino.destination({dest: path, sync: true});
  } catch (error) {
    throw new Error(`TAVLE_AUDIT: ${describeFileError(`write to ${path}`, error)}`, {cause: error});
  }
}
