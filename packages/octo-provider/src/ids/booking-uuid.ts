import { hash } from 'node:crypto';

/** Any UUID serves as the namespace, as long as it never changes. */
const namespace = '8f1cbb4e-3a0a-4c0e-9f43-5b1f5a0a6c55';

/**
 * Returns the UUID of a booking at its supplier. OCTO treats it as an idempotency key. It depends on the booking's id only (version 5
 * of RFC 9562), so each attempt, each process and the release of the booking name the same reservation.
 */
export function toBookingUuid(booking_id: string): string {
  const name = Buffer.concat([Buffer.from(namespace.replaceAll('-', ''), 'hex'), Buffer.from(booking_id, 'utf8')]);
  const bytes = hash('sha1', name, 'buffer').subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
