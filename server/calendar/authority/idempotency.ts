import type {IdempotencyRecord} from '../../store/idempotency.ts';
import {isExpired} from '../../store/idempotency.ts';
import {documentBytes} from '../../store/stored-bytes.ts';
import type {FristRecord} from '../records.ts';

/** The deadline that a request with an idempotency key created, or is about to create. */
export interface ReservedFrist {
  readonly id: number;
  /** Its first version. */
  readonly record: FristRecord;
}

export type FristReservation = IdempotencyRecord<ReservedFrist>;

/** Returns the size of an idempotency key in the storage quota, in bytes. */
export function reservationBytes({
  record,
  fingerprint,
}: Pick<FristReservation, 'record' | 'fingerprint'>): number {
  return documentBytes({record, fingerprint});
}

/** Returns the time of a reservation, in milliseconds since 1970. */
export function reservedAt({record}: Pick<ReservedFrist, 'record'>): number {
  return Date.parse(record.aendret);
}

/** Returns whether an idempotency key has expired: `tavle prune` removes it, with the remains of its request. */
export function isExpiredReservation(reserved: Pick<ReservedFrist, 'record'>, now: Date): boolean {
  return isExpired(reservedAt(reserved), now.getTime());
}
