/** Statements of a service; test/store/commit tests them with a table of its own. */
import { randomId } from '@booking-service/kernel/contract';
import { expect } from 'vitest';
import { claimDelivery, start, type Cases } from './context.ts';

const rename = { name: 'rename', text: 'UPDATE organizations SET name = $2 WHERE id = $1 RETURNING name' };
const findName = { name: 'find_name', text: 'SELECT name FROM organizations WHERE id = $1' };

export const commitCases: Cases<'commit' | 'query'> = {
  async commit(context) {
    const { organization_id } = context.organization;
    const deliveries = [{ id: randomId('dlv'), due_at: start.toISOString(), attempts_allowed: 4 }];
    const event = {
      id: randomId('evt'),
      type: 'booking.created',
      created: start.toISOString(),
      payload: '{}',
    } as const;
    const of = {
      organization_id,
      livemode: false,
      idempotency_key: 'key-1',
      subject_id: 'name',
      events: [{ ...event, deliveries }],
    };
    const committed = await context.store.commit(rename, [organization_id, 'Café'], of);
    expect(committed).toEqual({ replayed: false, rows: [{ name: 'Café' }] });
    expect(await claimDelivery(context)).toMatchObject({ event_id: event.id, subject_id: 'name', payload: '{}' });
    expect(await context.store.commit(rename, [organization_id, 'Bar'], of)).toEqual({
      replayed: true,
      subject_id: 'name',
    });
  },
  async query({ engine, store, organization: { organization_id } }) {
    // A statement names no organization, so it has no cell.
    if (engine === 'cells')
      return expect(store.query(findName, [organization_id])).rejects.toThrow('over several cells');
    expect(await store.query(findName, [organization_id])).toEqual([{ name: 'Diner' }]);
    expect(await store.query(findName, ['org_none'])).toEqual([]);
  },
};
