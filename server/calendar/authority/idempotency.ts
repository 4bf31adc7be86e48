import type {IdempotencyRecord} from '../../store/idempotency.ts';
import {isExpired} from '../../store/idempotency.ts';
import {documentBytes} from '../../store/stored-bytes.ts';
import type {FristRecord} from '../records.ts';

/** The deadline that a request with an idempotency key created, or is about to create. */
export interface ReservedFrist {
  readonly id: number;
  /** As it was created, whatever has become of it since. */
  readonly record: FristRecord;
}

export type FristReservation = IdempotencyRecord<ReservedFrist>;

/** Returns how many bytes an idempotency key counts as. */
export function reservationBytes({
  record,
  fingerprint,
}: Pick<FristReservation, 'record' | 'fingerprint'>): number {
  return documentBytes({record, fingerprint});
}

/** When a deadline was reserved, in milliseconds since 1970. */
export function reservedAt({record}: Pick<ReservedFrist, 'record'>): number {
  return Date.parse(record.aendret);
}

/** Whether an idempotency key is too old to be honoured: `tavle prune` removes it, and what its request left behind. */
export function isExpiredReservation(reserved: Pick<ReservedFrist, 'record'>, now: Date): boolean {
  return isExpired(reservedAt(reserved), now.getTime());
}
