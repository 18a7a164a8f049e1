/** The work of an organization during its move. It is held in the source, and released in the target, or in the source if the move fails. */
import type { Client } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreError } from '@booking-service/kernel/store';
import { setMoveAlone } from './move-state.ts';

const poll_ms = 20;
/** An attempt of a delivery ends after ten seconds. A call of a provider may take longer. */
const longestWait_ms = 120_000;

/** Holds work that has not begun. Each later write of such a row is held by the trigger, which sees the state `draining`. */
export async function holdWork(client: Client, organization_id: string): Promise<void> {
  await client.query('UPDATE runs SET ready = ready WHERE organization_id = $1 AND ready', [organization_id]);
  await client.query(
    `INSERT INTO delivery_queues AS q (organization_id) VALUES ($1) ON CONFLICT (organization_id) DO UPDATE SET slow = q.slow`,
    [organization_id],
  );
}

/** Waits until no work is under way. Throws a StoreError if it does not end. */
export async function untilIdle(client: Client, organization_id: string): Promise<void> {
  const until = performance.now() + longestWait_ms;
  for (;;) {
    const { rows } = await client.query<{ busy: boolean }>(selectBusy, [organization_id, new Date().toISOString()]);
    if (rows[0]?.busy !== true) return;
    if (performance.now() > until)
      throw new StoreError(
        `Work of the organization ${organization_id} is still under way after ${longestWait_ms / 1000} seconds. It goes on in its cell. Run the command again at a quieter time.`,
      );
    await pause(poll_ms);
  }
}

const selectBusy = `
  SELECT EXISTS (SELECT FROM delivery_queues q WHERE q.organization_id = $1 AND q.lease_token <> 'move' AND q.lease_until >= lease_time($2, $2))
    OR EXISTS (SELECT FROM deliveries d WHERE d.organization_id = $1 AND d.state = 'pending' AND d.lease_until >= lease_time($2, $2))
    OR EXISTS (SELECT FROM runs r WHERE r.organization_id = $1 AND r.lease_token <> 'move' AND r.lease_until >= lease_time($2, $2))
    OR EXISTS (SELECT FROM bookings b WHERE b.organization_id = $1 AND b.status = 'requires_action' AND b.expiry_lease_until >= lease_time($2, $2))
    AS busy`;

/** Later than every claim. */
const far = '9999-12-31T23:59:59.999Z';

/** Holds all work of contested organizations, also what has begun, until `releaseEverywhere` or a tombstone. Their requests are refused. */
export async function holdEverywhere(client: Client, organizations: readonly string[]): Promise<void> {
  const held = [organizations, far];
  await client.query(
    `UPDATE runs SET ready = false, lease_until = $2, lease_token = 'move'
     WHERE organization_id = ANY ($1) AND lease_token IS DISTINCT FROM 'move'`,
    held,
  );
  await client.query(
    `UPDATE delivery_queues SET lease_until = $2, lease_token = 'move'
     WHERE organization_id = ANY ($1) AND lease_token IS DISTINCT FROM 'move'`,
    held,
  );
  await client.query(
    `UPDATE booking_reads SET lease_until = $2, version = version + 1
     WHERE organization_id = ANY ($1) AND lease_until IS DISTINCT FROM $2`,
    held,
  );
  await client.query(
    `UPDATE bookings SET expiry_lease_until = $2
     WHERE organization_id = ANY ($1) AND status = 'requires_action' AND expiry_lease_until IS DISTINCT FROM $2`,
    held,
  );
}

/** Makes the work due that `holdEverywhere` held. */
export async function releaseEverywhere(client: Client, organization_id: string): Promise<void> {
  await releaseWork(client, organization_id);
  await client.query('UPDATE booking_reads SET lease_until = NULL WHERE organization_id = $1 AND lease_until = $2', [
    organization_id,
    far,
  ]);
  await client.query(
    `UPDATE bookings SET expiry_lease_until = NULL
     WHERE organization_id = $1 AND status = 'requires_action' AND expiry_lease_until = $2`,
    [organization_id, far],
  );
}

/** Makes held work due. */
export async function releaseWork(client: Client, organization_id: string): Promise<void> {
  await client.query(
    `UPDATE runs SET lease_until = NULL, lease_token = NULL WHERE organization_id = $1 AND lease_token = 'move'`,
    [organization_id],
  );
  await client.query(
    `UPDATE delivery_queues SET lease_until = NULL, lease_token = NULL, settles_at = NULL, next_turn_at = $2
     WHERE organization_id = $1 AND lease_token = 'move'`,
    [organization_id, new Date().toISOString()],
  );
}

/** Makes the source serve the organization as before the drain and the freeze. */
export async function resumeWork(source: Client, organization_id: string): Promise<void> {
  await setMoveAlone(source, organization_id, 'copying');
  await releaseWork(source, organization_id);
}
