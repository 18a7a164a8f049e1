/**
 * The statements of a lane about turns that it holds. Each is about several turns, because a statement costs more than its rows:
 *  1. gather  turns that end in one turn of the event loop, or while a statement ends others, are ended by one statement
 *  2. alone   if a statement fails, it is repeated for each turn, so that one organization does not affect the others. So is the end of
 *             a turn whose row another transaction has
 * A failure of one turn is logged.
 */
import type { Logger } from 'pino';
import type { NewId } from '../ids.ts';
import { errorLine } from '../log/error-line.ts';
import { leaveTrail } from '../log/trail.ts';
import type { Clock } from '../time/clock.ts';
import type {
  ClaimedDelivery,
  ClaimedTurn,
  DeliveryWrites,
  EndedTurn,
  EndingTurn,
  Receivers,
} from '../store/deliveries/deliveries.ts';

/** The maximum number of turns of a statement. */
export const maxTurns = 100;

/** A claimed delivery, and the end of its lease by the monotonic clock. */
export interface HeldDelivery {
  readonly delivery: ClaimedDelivery;
  readonly until_ms: number;
  /** The places that it takes in the lane. */
  place: 0 | 1;
}

/** A claimed turn with its first deliveries. */
export interface HeldTurn extends Omit<ClaimedTurn, 'deliveries' | 'fault'> {
  readonly lease_token: string;
  readonly held: readonly HeldDelivery[];
}

export interface TurnStatementsOptions {
  readonly store: Pick<DeliveryWrites, 'claimTurns' | 'claimDeliveries' | 'endTurns'>;
  readonly log: Pick<Logger, 'error'>;
  readonly clock: Pick<Clock, 'now' | 'monotonic_ms'>;
  readonly newId: NewId;
  readonly lease_ms: number;
}

export interface TurnStatements {
  /** Claims turns that are due at `until`. Rejects if the store does. */
  claimTurns(claim: {
    readonly until: Date;
    readonly limit: number;
    readonly deliveries: number;
    readonly receivers: Receivers;
  }): Promise<HeldTurn[]>;
  /** Claims at most `limit` deliveries of each organization, and returns them by organization. Never rejects. */
  claim(organizations: readonly string[], limit: number): Promise<ReadonlyMap<string, readonly HeldDelivery[]>>;
  /** Ends the turn. Returns undefined if that failed: the lease ends it. Never rejects. */
  end(turn: Omit<EndingTurn, 'now'>): Promise<EndedTurn | undefined>;
}

interface Ending extends PromiseWithResolvers<EndedTurn | undefined> {
  readonly turn: Omit<EndingTurn, 'now'>;
}

export function createTurnStatements({ store, log, clock, newId, lease_ms }: TurnStatementsOptions): TurnStatements {
  const endings: Ending[] = [];
  /** True while a statement ends turns, or is about to. */
  let isEnding = false;

  function newLease() {
    const now = clock.now();
    return {
      lease: { now, lease_until: new Date(now.getTime() + lease_ms), lease_token: newId('lease') },
      until_ms: clock.monotonic_ms() + lease_ms,
    };
  }

  function reportUnclaimed(organization_id: string, error: unknown): void {
    log.error({ err: errorLine(error), organization_id }, 'could not deliver the webhooks of an organization');
  }

  async function claimFor(of: readonly string[], limit: number): Promise<readonly HeldDelivery[]> {
    const { lease, until_ms } = newLease();
    try {
      return hold(await store.claimDeliveries({ ...lease, of, limit }), until_ms);
    } catch (error) {
      if (of.length > 1) return (await Promise.all(of.map((each) => claimFor([each], limit)))).flat();
      for (const organization_id of of) reportUnclaimed(organization_id, error);
      return [];
    }
  }

  function schedule(): void {
    if (isEnding || endings.length === 0) return;
    isEnding = true;
    // One turn causes it, but it ends many.
    leaveTrail(() =>
      setImmediate(() => {
        void endAll(endings.splice(0, maxTurns)).finally(() => {
          isEnding = false;
          schedule();
        });
      }),
    );
  }

  async function endAll(batch: readonly Ending[]): Promise<void> {
    const endAlone = (ending: Ending) => endAll([ending]);
    const now = clock.now();
    try {
      const ended = await store.endTurns(batch.map(({ turn }) => ({ ...turn, now })));
      for (const [index, ending] of batch.entries()) {
        const each = ended[index];
        if (each) ending.resolve(each);
        else void endAlone(ending);
      }
    } catch (error) {
      if (batch.length > 1) await Promise.all(batch.map(endAlone));
      else {
        for (const { turn, resolve } of batch) {
          const { organization_id } = turn;
          log.error({ err: errorLine(error), organization_id }, 'could not end a turn; its lease ends it');
          resolve(undefined);
        }
      }
    }
  }

  return {
    async claimTurns({ until, ...claim }) {
      const { lease, until_ms } = newLease();
      const turns = await store.claimTurns({ ...lease, ...claim, now: until });
      return turns.map(({ deliveries, fault, ...turn }) => {
        if (fault !== undefined) reportUnclaimed(turn.organization_id, fault);
        return { ...turn, lease_token: lease.lease_token, held: hold(deliveries, until_ms) };
      });
    },
    claim: async (of, limit) => Map.groupBy(await claimFor(of, limit), ({ delivery }) => delivery.organization_id),
    end(turn) {
      const ending = { ...Promise.withResolvers<EndedTurn | undefined>(), turn };
      endings.push(ending);
      schedule();
      return ending.promise;
    },
  };
}

function hold(deliveries: readonly ClaimedDelivery[], until_ms: number): HeldDelivery[] {
  return deliveries.map((delivery) => ({ delivery, until_ms, place: 1 }));
}
