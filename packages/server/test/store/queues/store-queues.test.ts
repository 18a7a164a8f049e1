/** Turns of organizations in deliveries, on each engine: their order. */
import { delivery as contract } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { maxCounted } from '../../../src/store/admin-store.ts';
import type { Receivers } from '../../../src/store/store.ts';
import { engines } from '../../support/engines.ts';
import {
  addBacklog,
  addDelivery,
  at,
  attempt,
  claimAt,
  claimTurnsOf,
  finish,
  lease_ms,
  openQueues,
  turnsAt,
  url,
} from './queued.ts';
import { readDeliveries } from '../../support/databases.ts';

describe.each(engines)('%s', (engine) => {
  it('DLV-9: gives at most `limit` turns, each to one worker, the longest waiting organization first', async () => {
    await using world = await openQueues(engine);
    const { store } = world;
    const [first, second, third] = [
      await world.addOrganization({ webhook_url: url }),
      await world.addOrganization({ webhook_url: url }),
      await world.addOrganization({ webhook_url: url }),
    ];
    await addDelivery(store, third, 3_000);
    await addDelivery(store, second, 2_000);
    await addDelivery(store, first, 1_000);
    expect(await turnsAt(store, 999)).toEqual([]);
    const claim = { ...claimAt(5_000, { limit: 2 }), receivers: 'quick' } as const;
    expect(await claimTurnsOf(store, claim)).toEqual([first.organization_id, second.organization_id]);
    expect(await claimTurnsOf(store, { ...claim, lease_token: 'lease_b' })).toEqual([third.organization_id]);
    expect(await claimTurnsOf(store, { ...claim, lease_token: 'lease_c' })).toEqual([]);
    // After a crash the turns are free when their lease ends.
    expect(await turnsAt(store, 5_000 + lease_ms)).toEqual([]);
    expect(await turnsAt(store, 5_001 + lease_ms)).toHaveLength(3);
  });

  it('DLV-9: gives turns with their first deliveries, and claims more for several of them at once', async () => {
    await using world = await openQueues(engine);
    const { store } = world;
    const [first, second] = [
      await world.addOrganization({ webhook_url: url }),
      await world.addOrganization({ webhook_url: url }),
    ];
    for (let count = 0; count < 4; count += 1) await addDelivery(store, second, 1);
    await addDelivery(store, first, 2);
    const turns = await store.claimTurns({ ...claimAt(10), receivers: 'quick', deliveries: 2 });
    const byOrganization = new Map(turns.map((turn) => [turn.organization_id, turn.deliveries]));
    expect(byOrganization.get(second.organization_id)).toMatchObject([{ attempt: 1 }, { attempt: 1 }]);
    expect(byOrganization.get(first.organization_id)).toMatchObject([
      { attempt: 1, signing_secret: first.signing_secret, webhook_url: url, lease_token: 'lease_a' },
    ]);
    const of = turns.map(({ organization_id }) => organization_id);
    const more = await store.claimDeliveries({ ...claimAt(10, { limit: 1 }), of });
    expect(more).toMatchObject([{ organization_id: second.organization_id, attempt: 1 }]);
    const known = new Set(turns.flatMap(({ deliveries }) => deliveries.map(({ id }) => id)));
    expect([known.size, more.filter(({ id }) => known.has(id))]).toEqual([3, []]);
    const ends = of.map((organization_id) => {
      return { organization_id, lease_token: 'lease_a', now: at(10), receivers: 'quick' } as const;
    });
    expect(await store.endTurns(ends)).toEqual(of.map(() => ({ due: true, abandoned: [] })));
    expect(await turnsAt(store, 11)).toHaveLength(2);
  });

  it('DLV-9: gives the next turn, later than now, if deliveries are left at the end of one, and none otherwise', async () => {
    await using world = await openQueues(engine);
    const { store } = world;
    const organization = await world.addOrganization({ webhook_url: url });
    const { organization_id } = organization;
    await addDelivery(store, organization);
    await addDelivery(store, organization, 90_000);
    const ends = (ms: number, lease_token = 'lease_a') =>
      store.endTurns([{ organization_id, lease_token, now: at(ms), receivers: 'quick' }]);

    expect(await turnsAt(store, 0)).toEqual([organization_id]);
    await ends(0, 'lease_other');
    expect(await turnsAt(store, 1)).toEqual([]);
    await ends(0);
    expect(await turnsAt(store, 0)).toEqual([]);
    expect(await turnsAt(store, 1)).toEqual([organization_id]);
    await finish(store, organization_id, 1);
    await ends(1);
    for (let ms = 2; ms < 90_000; ms += 29_999) {
      // A turn may find nothing, because it checks for deliveries that were not committed before. It ends normally.
      for (const id of await turnsAt(store, ms)) {
        expect(await store.claimDeliveries({ ...claimAt(ms), of: [id] })).toEqual([]);
        await ends(ms);
      }
    }
    expect(await turnsAt(store, 90_000)).toEqual([organization_id]);
    await finish(store, organization_id, 90_000);
    await ends(90_000);
    for (const ms of [120_001, 150_002]) if ((await turnsAt(store, ms)).length > 0) await ends(ms);
    expect(await turnsAt(store, 10_000_000)).toEqual([]);
    // A new delivery makes the organization due again.
    await addDelivery(store, organization, 10_000_001);
    expect(await turnsAt(store, 10_000_001)).toEqual([organization_id]);
  });

  it('DLV-9: returns at the end of a turn whether the next one is due, and begins it not before the given time', async () => {
    await using world = await openQueues(engine);
    const { store } = world;
    const organization = await world.addOrganization({ webhook_url: url });
    const { organization_id } = organization;
    await addDelivery(store, organization);
    const turn = { organization_id, lease_token: 'lease_a', receivers: 'quick' } as const;
    await turnsAt(store, 0);
    expect(await store.endTurns([{ ...turn, now: at(0), lease_token: 'lease_other' }])).toMatchObject([{ due: false }]);
    expect(await store.endTurns([{ ...turn, now: at(0), not_before: at(10_000) }])).toMatchObject([{ due: true }]);
    expect(await turnsAt(store, 9_999)).toEqual([]);
    expect(await turnsAt(store, 10_000)).toEqual([organization_id]);
    await finish(store, organization_id, 10_000);
    expect(await store.endTurns([{ ...turn, now: at(10_000) }])).toMatchObject([{ due: false }]);
  });

  it('DLV-9: does not postpone a delivery that is added during a turn', async () => {
    await using world = await openQueues(engine);
    const { store } = world;
    const organization = await world.addOrganization({ webhook_url: url });
    const { organization_id } = organization;
    await addDelivery(store, organization);
    expect(await turnsAt(store, 0)).toEqual([organization_id]);
    await finish(store, organization_id, 0);
    await addDelivery(store, organization, 5);
    expect(await turnsAt(store, 5)).toEqual([]);
    await store.endTurns([{ organization_id, lease_token: 'lease_a', now: at(5), receivers: 'quick' }]);
    expect(await turnsAt(store, 6)).toEqual([organization_id]);
  });

  it('DLV-9: keeps an organization in the slow lane until its receiver is quick again', async () => {
    await using world = await openQueues(engine);
    const { store } = world;
    const organization = await world.addOrganization({ webhook_url: url });
    const { organization_id } = organization;
    await addDelivery(store, organization);
    const end = (ms: number, receivers: Receivers) =>
      store.endTurns([{ organization_id, lease_token: 'lease_a', now: at(ms), receivers }]);
    expect(await turnsAt(store, 0, 'slow')).toEqual([]);
    expect(await turnsAt(store, 0)).toEqual([organization_id]);
    await end(0, 'slow');
    expect(await turnsAt(store, 1, 'quick')).toEqual([]);
    expect(await turnsAt(store, 1, 'slow')).toEqual([organization_id]);
    await end(1, 'quick');
    expect(await turnsAt(store, 2, 'slow')).toEqual([]);
    expect(await turnsAt(store, 2, 'quick')).toEqual([organization_id]);
  });

  it('DLV-2 DLV-11: gives no turn and no due work without a webhook URL, and both once a URL is set', async () => {
    await using world = await openQueues(engine);
    const { store } = world;
    const organization = await world.addOrganization({ webhook_url: url });
    const { organization_id } = organization;
    await addDelivery(store, organization);
    await store.setWebhookUrl(organization_id, null);
    expect(await turnsAt(store, 0)).toEqual([]);
    expect(await store.readWorkload(at(0))).toMatchObject({ due_deliveries: 0, oldest_due_delivery: null });
    await store.setWebhookUrl(organization_id, url);
    expect(await store.readWorkload(at(0))).toMatchObject({ due_deliveries: 1 });
    expect(await turnsAt(store, 0)).toEqual([organization_id]);
  });

  it('DLV-5 DLV-10: makes a resent delivery due for the claim, the turn and the workload', async () => {
    await using world = await openQueues(engine);
    const { store } = world;
    const organization = await world.addOrganization({ webhook_url: url });
    const { organization_id } = organization;
    await addDelivery(store, organization);
    for (let number = 1; number <= contract.max_attempts; number += 1) {
      const [delivery] = await store.claimDeliveries({ ...claimAt(0), of: [organization_id] });
      if (!delivery) throw new Error(`Attempt ${number} could not be claimed.`);
      expect(delivery).toMatchObject({ attempt: number, attempts_allowed: contract.max_attempts });
      const last = number === contract.max_attempts;
      await store.recordAttempts([
        last ? { delivery, attempt, state: 'abandoned' } : { delivery, attempt, due_at: at(0) },
      ]);
    }
    expect(await turnsAt(store, 0)).toEqual([organization_id]);
    await store.endTurns([{ organization_id, lease_token: 'lease_a', now: at(0), receivers: 'quick' }]);
    expect(await store.readWorkload(at(60_000))).toMatchObject({ due_deliveries: 0, oldest_due_delivery: null });

    const [abandoned] = await readDeliveries(store);
    const id = abandoned?.id ?? '';
    expect(await store.resendDelivery({ organization_id, id: 'dlv_none' }, at(60_000))).toBeUndefined();
    expect(await store.resendDelivery({ organization_id, id }, at(60_000))).toMatchObject({
      resent: true,
      delivery: { state: 'pending' },
    });
    expect(await store.resendDelivery({ organization_id, id }, at(60_000))).toMatchObject({ resent: false });
    expect(await store.readWorkload(at(59_999))).toMatchObject({ due_deliveries: 0, oldest_due_delivery: null });
    expect(await store.readWorkload(at(60_000))).toMatchObject({
      due_deliveries: 1,
      oldest_due_delivery: at(60_000).toISOString(),
      due_runs: 0,
    });
    expect(await turnsAt(store, 60_000)).toEqual([organization_id]);
    expect(await store.claimDeliveries({ ...claimAt(60_000), of: [organization_id] })).toMatchObject([
      { attempt: contract.max_attempts + 1, attempts_allowed: contract.max_attempts + 1 },
    ]);
  });

  it('DLV-5: abandons spent deliveries at the end of a turn, and only under its lease', async () => {
    await using world = await openQueues(engine);
    const { store, query } = world;
    const [organization, other] = [
      await world.addOrganization({ webhook_url: url }),
      await world.addOrganization({ webhook_url: url }),
    ];
    const { organization_id } = organization;
    for (const each of [organization, organization, other]) await addDelivery(store, each);
    await query('UPDATE deliveries SET attempts = attempts_allowed');
    await addDelivery(store, organization, 1);
    expect(await turnsAt(store, 1)).toHaveLength(2);
    const turn = { organization_id, now: at(1), receivers: 'quick' } as const;
    expect(await store.endTurns([{ ...turn, lease_token: 'lease_other' }])).toEqual([{ due: false, abandoned: [] }]);
    const [ended] = await store.endTurns([{ ...turn, lease_token: 'lease_a' }]);
    expect(ended).toEqual({ due: true, abandoned: [expect.any(String), expect.any(String)] });
    const spent = await query(`SELECT event_id FROM deliveries WHERE state = 'abandoned'`);
    expect(spent.map(({ event_id }) => String(event_id)).toSorted()).toEqual(ended?.abandoned.toSorted());
    expect(await store.claimDeliveries({ ...claimAt(2), of: [organization_id] })).toHaveLength(1);
  });

  it('DLV-9: stops the count of due work at its maximum, beginning with the longest waiting organization', async () => {
    await using world = await openQueues(engine);
    const { store, query } = world;
    const [busy, patient] = [
      await world.addOrganization({ webhook_url: url }),
      await world.addOrganization({ webhook_url: url }),
    ];
    await addDelivery(store, patient, 1_000);
    await addDelivery(store, busy, 2_000);
    await addBacklog(query, { copies: maxCounted, of: busy.organization_id });
    expect(await store.readWorkload(at(5_000))).toMatchObject({
      due_deliveries: maxCounted,
      oldest_due_delivery: at(1_000).toISOString(),
      due_runs: 0,
    });
  });
});
