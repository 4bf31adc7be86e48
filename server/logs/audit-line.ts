/* The lines of the audit log, for the operations and commands that change data and for `audit-log.ts`, which writes
 * them. Add a key, as optional, to `Change` or `CommandLine`. The keys are public: `docs/operate/audit.md` documents
 * them. No line may contain the content of a change. */

import {isDeepStrictEqual} from 'node:util';

/** The recorded class of an IP address. */
export type AddressClass = 'loopback' | 'private' | 'public' | 'unknown';

/** A change and its caller. */
export interface Change {
  /** A CVR number, or the token's owner claim. */
  readonly caller?: string | undefined;
  /** The company or supplier that the change is made for, if it is not the caller. */
  readonly onBehalfOf?: string | undefined;
  /** The companies that the change is made for, if there are several. */
  readonly companies?: readonly string[] | undefined;
  /** The id of the changed resource in the interface. */
  readonly id?: string | undefined;
  /** The ids of the changed resources, if there are several. */
  readonly ids?: readonly string[] | undefined;
  /** Whether PUT created a resource. */
  readonly isNew?: boolean | undefined;
  /** Set if an earlier request with the same `Idempotency-Key` made the change. */
  readonly replay?: true | undefined;
  /** The names of the changed fields, or of the fields in the request if their former values are unknown. */
  readonly changed?: readonly string[] | undefined;
}

/**
 * A line of the audit log, whose fields `docs/operate/audit.md` documents. It never contains the content of a change. Texts are cut after
 * `bounds.maxAuditTextLength`.
 */
export interface AuditLine extends Change {
  /** ISO 8601 in UTC. */
  readonly time: string;
  /** The same as in `X-Request-Id` and in the service log. */
  readonly requestId?: string | undefined;
  /** The letter of the interface: A to E, or G. */
  readonly interface: string;
  readonly method: string;
  /** The HTTP status. */
  readonly code: number;
  /** The class of the client's address, or of the proxy's. */
  readonly source: AddressClass;
}

/** A line at the start or the end of an operator's command that changes stored data. */
export interface CommandLine {
  /** ISO 8601 in UTC. */
  readonly time: string;
  readonly event: 'command';
  readonly caller: 'operator';
  /** Such as `prune`. */
  readonly command: string;
  /** The options and arguments that select what the command changes, as typed. */
  readonly options?: string | undefined;
  /** The data subject whose data the command removes: the owner claim or the CVR number. */
  readonly person?: string | undefined;
  readonly company?: string | undefined;
  readonly result: 'started' | 'done' | 'failed';
  /** How many documents or other items the command removed. */
  readonly removed?: number | undefined;
}

/** The number of lines about refused requests that the audit log omits. */
export interface LeftOutLine {
  readonly time: string;
  readonly event: 'leftOut';
  /** Missing for callers that could not be identified. */
  readonly caller?: string | undefined;
  readonly count: number;
}

export interface AuditLog {
  /** Returns whether lines can be written. Otherwise no change may be made. */
  isWritable(): boolean;
  /** Resolves when the line is written, or kept until it can be written. `undefined`: one of these has happened. */
  write(line: AuditLine | LeftOutLine): Promise<void> | undefined;
  /**
   * Writes the line of a request that changed nothing, like {@link write}. Writes up to `bounds.maxRefusedAuditLinesPerMinute` lines of one
   * caller, and counts the others in a {@link LeftOutLine}.
   */
  writeRefused(line: AuditLine): Promise<void> | undefined;
}

/** Returns the names of the fields whose values differ. A missing field equals null. */
export function changedFields(before: object, after: object): string[] {
  const [old, current] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...current.keys()])].filter(
    name => !isDeepStrictEqual(old.get(name) ?? null, current.get(name) ?? null),
  );
}
