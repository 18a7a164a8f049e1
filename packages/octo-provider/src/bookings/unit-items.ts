import type { OctoBooking } from '../http/octo-client.ts';
import { objectsOf, textOf } from '../unchecked.ts';

/** The unit items of a booking at its supplier, as requests name them. */
export function unitItemsOf({ unitItems }: OctoBooking): { uuid?: string; unitId: string }[] {
  return objectsOf(unitItems).flatMap((item) => {
    const [uuid, unitId] = [textOf(item.uuid), textOf(item.unitId)];
    if (unitId === undefined) return [];
    return [{ ...(uuid !== undefined && { uuid }), unitId }];
  });
}
