/**
 * Cancels the move of an organization that the target has not activated. Each step can be repeated, so a cancellation that was interrupted
 * continues with the same call; the move may also begin again instead.
 *  1. resume  the source serves the organization as before, and a later copy begins with all rows
 *  2. remove  the rows in the target, in parts
 *  3. end     the triggers, and the records of the move: that of the source at last
 */
import type { Client } from 'pg';
import { StoreError } from '@booking-service/kernel/store';
import { readMovedTables } from './copy-rows.ts';
import { dropGuards, resumeWork } from './guard-organization.ts';
import { connectAlone, deleteOrganization, endMove, forgetCopy, type MovePlace, readMove } from './move-state.ts';

export type CancelStep = 'resumed' | 'removed' | 'ended';

export interface CancelOptions {
  readonly organization_id: string;
  readonly source: MovePlace;
  readonly target: MovePlace;
  /** Called after each step. */
  readonly onStep?: ((step: CancelStep) => void | Promise<void>) | undefined;
}

/** Cancels the move, or continues its cancellation. Throws a StoreError that says why it cannot. */
export async function cancelMove({
  organization_id,
  source: from,
  target: to,
  onStep = () => undefined,
}: CancelOptions): Promise<void> {
  const options = {
    organization_id,
    task: `The cancellation of the move of the organization ${organization_id} from ${from.name} to ${to.name}`,
  };
  await connectAlone(from, options, async (source) => {
    const { state } = (await readMove(source, organization_id)) ?? {};
    if (state === undefined) return;
    const activated = () =>
      new StoreError(
        `The organization ${organization_id} is in the cell ${to.name} already, so its move cannot be cancelled. Finish the move: booking-service org move ${organization_id} --to ${to.name}. Then move it back: booking-service org move ${organization_id} --to ${from.name}`,
      );
    if (state === 'moved') throw activated();
    // The target activates only an organization that is frozen. So one that is not works again even if the target is down.
    if (state !== 'frozen') await resume(source, organization_id);
    await connectAlone(to, options, async (target) => {
      const arrival = await readMove(target, organization_id);
      if (arrival?.state === 'arrived') throw activated();
      if (state === 'frozen') await resume(source, organization_id);
      await onStep('resumed');
      // Without its record the target has no rows: a copy begins after it.
      if (arrival) await deleteOrganization(target, { organization_id, tables: await readMovedTables(target) });
      await onStep('removed');
      await endMove(target, organization_id);
      await dropGuards(source, { organization_id, tables: await readMovedTables(source) });
      await endMove(source, organization_id);
      await onStep('ended');
    });
  });
}

async function resume(source: Client, organization_id: string): Promise<void> {
  await forgetCopy(source, organization_id);
  await resumeWork(source, organization_id);
}
