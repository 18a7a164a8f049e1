/** Commits of a service that brings only SQL: a table of loans, which is not about bookings, beside the tables of the kernel. */
// @boundaries-ignore a private part of the kernel
import type { CommitOf } from '../../../../kernel/src/store/kernel-store.ts';
import { describe, expect, it } from 'vitest';
import { baseEngines } from '../../support/engines.ts';
import { created, lend, openLibrary, organization_id } from './library.ts';

const giveBack = {
  name: 'give_back',
  text: `UPDATE loans SET state = 'returned' WHERE organization_id = $1 AND id = $2 AND state = 'lent' RETURNING state`,
};
const findLoans = {
  name: 'find_loans',
  text: 'SELECT id, copy_id, state FROM loans WHERE organization_id = $1 ORDER BY id',
};

let made = 0;

/** Returns a commit about a loan, with one event. */
function about(subject_id: string, idempotency_key?: string): CommitOf {
  made += 1;
  const number = String(made).padStart(20, '0');
  const id = `evt_01a1fd70f1c0${number}`;
  const deliveries = [{ id: `dlv_01a1fd70f1c0${number}`, due_at: created, attempts_allowed: 4 }];
  const event = { id, type: 'booking.created', created, payload: `{"id":"${id}"}`, deliveries } as const;
  return { organization_id, livemode: true, idempotency_key, subject_id, events: [event] };
}

const nothing = { loans: 0, idempotency_keys: 0, events: 0, deliveries: 0, delivery_queues: 0 };
const one = { loans: 1, idempotency_keys: 1, events: 1, deliveries: 1, delivery_queues: 1 };

describe.each(baseEngines)('%s', (engine) => {
  it('STA-12: stores rows, key, event and delivery together, and returns the rows', async () => {
    await using library = await openLibrary[engine]();
    const loan = await library.commit(lend, [organization_id, 'lon_1', 'copy_1', 14], about('lon_1', 'key-1'));
    expect(loan).toEqual({ replayed: false, rows: [{ id: 'lon_1', days: 14, state: 'lent' }] });
    expect(await library.count()).toEqual(one);
    const back = await library.commit(giveBack, [organization_id, 'lon_1'], about('lon_1'));
    expect(back).toEqual({ replayed: false, rows: [{ state: 'returned' }] });
    expect(await library.count()).toEqual({ ...one, events: 2, deliveries: 2 });
    const found = [{ id: 'lon_1', copy_id: 'copy_1', state: 'returned' }];
    expect(await library.query(findLoans, [organization_id])).toEqual(found);
  });

  it('IDM-1: a used key returns the earlier subject and stores nothing, also if the statement can no longer succeed', async () => {
    await using library = await openLibrary[engine]();
    await library.commit(lend, [organization_id, 'lon_1', 'copy_1', 14], about('lon_1', 'key-1'));
    const earlier = { replayed: true, subject_id: 'lon_1' };
    for (const copy of ['copy_2', 'copy_1'])
      expect(await library.commit(lend, [organization_id, 'lon_2', copy, 7], about('lon_2', 'key-1'))).toEqual(earlier);
    await library.commit(giveBack, [organization_id, 'lon_1'], about('lon_1', 'key-2'));
    const again = await library.commit(giveBack, [organization_id, 'lon_1'], about('lon_1', 'key-2'));
    expect(again).toEqual(earlier);
    expect(await library.count()).toEqual({ ...one, idempotency_keys: 2, events: 2, deliveries: 2 });
  });

  it('IDM-1: of commits at once under one key, one stores its row and the others return it', async () => {
    await using library = await openLibrary[engine]();
    const commits = ['1', '2', '3', '4'].map((number) =>
      library.commit(lend, [organization_id, `lon_${number}`, `copy_${number}`, 14], about(`lon_${number}`, 'key-1')),
    );
    const results = await Promise.all(commits);
    const [first] = results.flatMap((result) => (result.replayed ? [] : result.rows)) as { id: string }[];
    expect(results.filter(({ replayed }) => replayed)).toEqual(
      Array.from({ length: 3 }, () => ({ replayed: true, subject_id: first?.id })),
    );
    expect(await library.count()).toEqual(one);
  });

  it('STA-12: an error undoes everything, and the next commit is stored', async () => {
    await using library = await openLibrary[engine]();
    const refused = library.commit(lend, [organization_id, 'lon_1', 'copy_1', 0], about('lon_1', 'key-1'));
    await expect(refused).rejects.toThrow(/check/i);
    const of = about('lon_1', 'key-1');
    const twice = { ...of, events: [...of.events, ...of.events] };
    // The second event has the id of the first, so the error comes after the row and the key.
    await expect(library.commit(lend, [organization_id, 'lon_1', 'copy_1', 14], twice)).rejects.toThrow(/unique/i);
    expect(await library.count()).toEqual(nothing);
    await library.commit(lend, [organization_id, 'lon_1', 'copy_1', 14], about('lon_1', 'key-1'));
    expect(await library.count()).toEqual(one);
  });

  it('STA-12: a statement that returns no row stores no key and no event', async () => {
    await using library = await openLibrary[engine]();
    const missing = await library.commit(giveBack, [organization_id, 'lon_9'], about('lon_9', 'key-9'));
    expect(missing).toEqual({ replayed: false, rows: [] });
    const silent = { name: 'give_back_silently', text: giveBack.text.replace(' RETURNING state', '') };
    await expect(library.commit(silent, [organization_id, 'lon_9'], about('lon_9'))).rejects.toThrow('RETURNING');
    expect(await library.count()).toEqual(nothing);
  });

  it('STA-12: checks writes, counts a request, and opens the signing secret of a claimed delivery', async () => {
    await using library = await openLibrary[engine]();
    await library.checkWrite();
    const key = { id: 'key_1', organization_id, digest: 'digest', name: 'Front desk', last4: 'abcd', created };
    await library.createApiKey({ ...key, mode: 'live', scopes: [] });
    const admitted = await library.admit({ digest: 'digest', window_start: created });
    expect(admitted).toMatchObject({ calls: 1, caller: { organization: { id: organization_id } } });
    await library.commit(lend, [organization_id, 'lon_1', 'copy_1', 14], about('lon_1'));
    const [now, lease_until] = [new Date(created), new Date(Date.parse(created) + 60_000)];
    const claimed = await library.claimDeliveries({ now, lease_until, lease_token: 'lease_a', limit: 10 });
    expect(claimed).toMatchObject([{ subject_id: 'lon_1', signing_secret: 'whsec_library' }]);
    const stored = { name: 'find_secret', text: 'SELECT signing_secret FROM organizations WHERE id = $1' };
    expect(await library.query(stored, [organization_id])).toEqual([
      { signing_secret: expect.stringMatching(/^v2\./) as string },
    ]);
  });
});
