import { cellOf } from '@booking-service/kernel/contract';
import type { AdminStore } from '../../store/admin-store.ts';

/**
 * Returns the number of a new key, token or link of the organization: that of the cell that has it now. Without one, the organization is from the
 * time when the service had one database, and so are its new names.
 */
export async function findCellNumber(
  store: Pick<AdminStore, 'numberOf'>,
  organization_id: string | null,
): Promise<number | undefined> {
  const number = cellOf(organization_id ?? '');
  return organization_id === null || number === undefined
    ? number
    : ((await store.numberOf?.(organization_id)) ?? number);
}
