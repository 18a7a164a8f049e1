import type { Logger } from 'pino';
import type {
  ClaimedDelivery,
  ClaimedTurn,
  DeliveryWrites,
  EndedTurn,
  EndingTurn,
  Receivers,
} from '../store/deliveries/port.ts';
import { type DeliveryHosts, hostOf } from './delivery-hosts.ts';
import { type DeliveryObserver, noDeliveryObserver, type Recorder } from './report-deliveries.ts';
import type { NewId } from '../ids.ts';
import { errorLine } from '../log/error-line.ts';
import { leaveTrail } from '../log/trail.ts';
import type { Clock } from '../time/clock.ts';
import type { RecordOptions, SendOptions } from './attempt-delivery.ts';

/** A turn that a lane has claimed; see delivery-lane.ts. */
export interface Turn extends Pick<HeldTurn, 'organization_id'> {
  lease_token: string;
  readonly host: string;
  readonly begun_ms: number;
  /** The claimed deliveries whose attempts have not begun, in order. */
  readonly waiting: HeldDelivery[];
  /** The attempts that are being made. */
  sending: number;
  /** The attempts among them that last longer than slow_ms. */
  slow: number;
  /** The deliveries that are being claimed, wait, are being sent or recorded. */
  open: number;
  step: 'free' | 'queued' | 'claiming' | 'ending';
  /** True if more deliveries may be due. */
  mayHaveMore: boolean;
  /** The number of wakes, and this number when the last claim began. */
  wakes: number;
  seenWakes: number;
  /** The kind of its receiver, by the attempts of this turn. Undefined before the first. */
  receivers: Receivers | undefined;
}

export function newTurn({ organization_id, webhook_url, lease_token }: Omit<HeldTurn, 'held'>): Turn {
  return {
    organization_id,
    lease_token,
    host: hostOf(webhook_url),
    begun_ms: performance.now(),
    waiting: [],
    sending: 0,
    slow: 0,
    open: 0,
    step: 'free',
    mayHaveMore: true,
    wakes: 0,
    seenWakes: 0,
    receivers: undefined,
  };
}

/** The number of attempts of one organization at once. Its receiver gets at most as many connections. */
export const maxBatch = 10;
/** Most turns have few deliveries, so the first batch is small. */
export const firstBatch = 3;

/**
 * The maximum of places, of attempts and turns in progress, and of turns of one host; see delivery-lane.ts. In the quick lane, the
 * last one applies to hosts that hang.
 */
interface Bounds {
  readonly places: number;
  readonly attempts: number;
  readonly turns: number;
  readonly turns_per_host: number;
}

export const bounds: Readonly<Record<Receivers, Bounds>> = {
  quick: { places: 50, attempts: 2_000, turns: 1_000, turns_per_host: 200 },
  slow: { places: 500, attempts: 1_000, turns: 100, turns_per_host: 50 },
};

/** True if another batch leaves the organization at most maxBatch deliveries that wait or are being sent, and as many to record. */
export function hasRoom({ waiting, sending, open }: Turn): boolean {
  return waiting.length + sending <= maxBatch / 2 && open <= maxBatch;
}

/** The number of deliveries that the turn claims. If the attempts hang, each turn has one. */
export function batchSize({ waiting, sending }: Turn, isHanging: boolean): number {
  return isHanging ? 1 : maxBatch - waiting.length - sending;
}

/** Reports deliveries that were abandoned because a crash lost the outcome of their last attempt (DLV-5). */
export function reportAbandoned(
  { organization_id, abandoned }: Pick<EndedTurn, 'abandoned'> & { organization_id: string },
  { log, observer = noDeliveryObserver }: { log: Pick<Logger, 'warn'>; observer?: Pick<DeliveryObserver, 'abandoned'> },
): void {
  for (const event_id of abandoned) {
    observer.abandoned({ organization_id, after: 'crash' });
    const line = { event_id, organization_id };
    log.warn(line, 'a webhook delivery was abandoned: the outcome of its last attempt was not recorded');
  }
}

// The statements of a lane about turns that it holds. Each is about several turns, because a statement costs more than its rows:
//  1. gather  turns that end in one turn of the event loop, or while a statement ends others, are ended by one statement
//  2. alone   if a statement fails, it is repeated for each turn, so that one organization does not affect the others. So is the end of
//             a turn whose row another transaction has
// A failure of one turn is logged.

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

interface TurnStatementsOptions {
  readonly store: Pick<DeliveryWrites, 'claimTurns' | 'claimDeliveries' | 'endTurns'>;
  readonly log: Pick<Logger, 'error'>;
  readonly clock: Pick<Clock, 'now' | 'monotonic_ms'>;
  readonly newId: NewId;
  readonly lease_ms: number;
}

interface TurnStatements {
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

/**
 * The pace of an organization: the number of connections that its receiver gets. An attempt that begins while all connections are in use
 * opens another one, and a handshake of TLS costs more than several attempts. So an organization begins with one connection, and gets
 * another one after each further `use` attempts.
 */
const use = 20;
const maxOrganizations = 10_000;

interface Paces {
  /** Returns the pace of the organization. */
  of(organization_id: string): number;
  /** Notes an attempt. */
  note(organization_id: string): void;
}

export function createPaces(): Paces {
  const attempts = new Map<string, number>();
  return {
    of: (organization_id) => 1 + Math.floor((attempts.get(organization_id) ?? 0) / use),
    note(organization_id) {
      const made = attempts.get(organization_id) ?? 0;
      if (attempts.size >= maxOrganizations) attempts.clear();
      attempts.set(organization_id, made + 1);
    },
  };
}

/** The options of a lane; see delivery-lane.ts. */
export interface LaneOptions extends Omit<SendOptions, 'clock' | 'isHeld'>, Omit<RecordOptions, 'record' | 'observer'> {
  readonly store: Pick<DeliveryWrites, 'claimTurns' | 'endTurns' | 'claimDeliveries' | 'giveBackDeliveries'>;
  readonly clock: Pick<Clock, 'now' | 'monotonic_ms' | 'after'>;
  /** Default: none. */
  readonly observer?: Pick<DeliveryObserver, 'attempted' | 'abandoned' | 'fenced' | 'lapsed'>;
  readonly newId: NewId;
  readonly recorder: Recorder;
  readonly hosts: DeliveryHosts;
  /** Checked before each claim: if it returns false, the lane claims nothing more. */
  readonly isRunning: () => boolean;
  /** Which receivers this lane serves. */
  readonly receivers: Receivers;
  /**
   * Set if new deliveries wake the lane: the longest tick. Turns that last longer continue after it. Omitted if only the ticks
   * start deliveries: a tick then lasts until its turns have ended.
   */
  readonly maxTick_seconds?: number | undefined;
  /** Called after each claim of turns. Default: none. */
  readonly onClaim?: () => void;
  /** Called when turns become due in the slow lane because their host hangs. Default: none. */
  readonly onMoved?: () => void;
}
