/** The calls of the worker, the metrics and the operator. They are measured while nothing is due, and while much is due. */
import { leaseAt, recordOf, type Outcomes } from '../planting/add-organization.ts';
import { organizationId } from '../planting/planted-ids.ts';
import type { World } from '../world.ts';
import type { Statement } from './statement.ts';

const [turnLease, runLease] = ['lease_turn', 'lease_runs'];
const calls = 20;

export const pollStatements: readonly Statement[] = [
  poll('findNextDue', ({ store }) => store.findNextDue()),
  poll('findNextTurns', ({ store }) => store.findNextTurns()),
  poll('readWorkload', ({ store }) => store.readWorkload(new Date())),
  poll('claimExpired, 100', ({ store, nextTime }) => {
    const now = new Date(nextTime());
    return store.claimExpired({ now, lease_until: now, limit: 100 });
  }),
  poll('listDeliveries, 50', ({ store, nextTag }) =>
    store.listDeliveries({ organization_id: organizationId(nextTag()), limit: 50 }),
  ),
  poll('claimTurns, 20', ({ store, nextTime }) =>
    store.claimTurns({ ...leaseAt(nextTime(), turnLease), limit: 20, receivers: 'quick' }),
  ),
  poll('claimRuns, 50', ({ store, nextTime }) => store.claimRuns({ ...leaseAt(nextTime(), runLease), limit: 50 })),
  {
    name: 'readyRuns, 5',
    calls,
    async prepare({ store, nextTime }, count) {
      await store.claimRuns({ ...leaseAt(nextTime(), runLease), limit: 5 * count });
      const due = { now: new Date(nextTime()), limit: 5 };
      return Array.from({ length: count }, () => () => store.readyRuns(due));
    },
  },
];

function poll(name: string, call: (world: World) => Promise<unknown>): Statement {
  return { name, calls, prepare: (world, count) => Array.from({ length: count }, () => () => call(world)) };
}

/** One turn of an organization with 10 due deliveries. */
export const turnStatements: readonly Statement[] = [
  {
    name: 'claimDeliveries of one organization, 10',
    calls,
    prepare: (world, count) =>
      Array.from({ length: count }, () => {
        const claim = claimOf(world);
        return () => world.store.claimDeliveries(claim);
      }),
  },
  {
    name: 'recordAttempts, 10',
    calls,
    async prepare(world, count) {
      const claims = Array.from({ length: count }, () => claimOf(world));
      const claimed = await Promise.all(claims.map((claim) => world.store.claimDeliveries(claim)));
      return claimed.map((deliveries, index) => {
        const at = claims[index]?.now ?? new Date();
        const outcomes = deliveries.map((delivery): Outcomes[number] => ({
          delivery,
          attempt: recordOf(at.getTime()),
          due_at: at,
        }));
        return async () => outcomes.length > 0 && world.store.recordAttempts(outcomes);
      });
    },
  },
  {
    name: 'endTurns, 1',
    calls,
    async prepare(world, count) {
      const lease = leaseAt(world.nextTime(), turnLease);
      const turns = await world.store.claimTurns({ ...lease, limit: count, receivers: 'quick' });
      return turns.map(({ organization_id }) => {
        const turn = { organization_id, lease_token: turnLease, now: lease.now, receivers: 'quick' } as const;
        return () => world.store.endTurns([turn]);
      });
    },
  },
];

function claimOf({ nextTag, nextTime }: World) {
  return { ...leaseAt(nextTime(), 'lease_delivery'), of: [organizationId(nextTag())], limit: 10 };
}
