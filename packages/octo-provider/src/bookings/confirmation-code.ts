import type { OctoBooking } from '../http/octo-client.ts';
import { textOf } from '../unchecked.ts';

/** The contract's maxLength of ConfirmationCode. A test compares it with the contract. */
export const longestConfirmationCode = 60;

/**
 * Returns the code to show at the venue: the supplier's reference, otherwise the UUID. Each character that the contract does not allow becomes
 * a hyphen.
 */
export function toConfirmationCode({ supplierReference }: OctoBooking, uuid: string): string {
  const reference =
    textOf(supplierReference)
      ?.replaceAll(/[^A-Za-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') ?? '';
  return (reference === '' ? uuid : reference).slice(0, longestConfirmationCode);
}
