/**
 * Webhook delivery: one lane.
 *
 * Terms:
 *  - A *turn* is the right to deliver the webhooks of one organization. Turns run side by side, so a receiver that is slow or
 *    does not respond delays no other organization (DLV-9).
 *  - A receiver is *slow* if an attempt of its last turn took slow_ms or longer. Slow receivers have a lane of their own.
 *  - An attempt takes one *place* from its claim until its outcome is recorded, except while it lasts longer than linger_ms. So
 *    a crash or a slow commit repeats about as many webhooks as there are places, and receivers that hang hold no place.
 *
 * Steps:
 *  1. turns    claims due turns and puts them in a queue
 *  2. batch    for the first turn of the queue, claims up to maxBatch due deliveries once there are places for them
 *  3. attempt  makes the attempts of the batch side by side (attempt-delivery.ts) and records their outcomes (record-attempts.ts). An
 *              attempt that could outlast its lease is not sent, because another worker may send it: a process that was paused
 *              gives it back (giveBackAttempt)
 *  4. again    puts the turn at the end of the queue while more may be due. A turn claims nothing after turn_ms, so that it ends
 *              before the next tick of the contract's cadence
 *  5. end      stores when the next turn is due, and whether the receiver is slow. Abandons what a crash spent (DLV-5)
 */
import { endsWithin, type Clock } from '../time/clock.ts';
import { errorLine } from '../log/error-line.ts';
import { followTrail, leaveTrail } from '../log/trail.ts';
import type { NewId } from '../ids.ts';
import type { ClaimedDelivery, ClaimedTurn, DeliveryWrites, Receivers } from '../store/deliveries/deliveries.ts';
import {
  recordAttempt,
  sendAttempt,
  type RecordOptions,
  type SendOptions,
  giveBackAttempt,
  reportUnrecorded,
} from './attempt-delivery.ts';
import { type DeliveryHosts, watchAttempt } from './delivery-hosts.ts';
import type { DeliveryObserver } from './delivery-reports.ts';
import { reportAbandoned, newTurn, type Turn, batchSize, bounds, maxBatch } from './delivery-turn.ts';
import type { Recorder } from './record-attempts.ts';

/** The maximum number of turns in the queue. */
const maxQueue = 100;

export interface LaneOptions extends Omit<SendOptions, 'clock' | 'isHeld'>, Omit<RecordOptions, 'record' | 'observer'> {
  readonly store: Pick<DeliveryWrites, 'claimTurns' | 'endTurn' | 'claimDeliveries' | 'giveBackDeliveries'>;
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

export interface DeliveryLane {
  /** One tick: sends the webhooks that are due. Never rejects. */
  deliverDue(): Promise<void>;
  /** Sends new webhooks of the organization within the current tick. Returns false if no tick is in progress. */
  joinTick(organization_id: string): boolean;
  /** Resolves when no turn is in progress and none is due that this lane may claim. */
  whenIdle(): Promise<void>;
}

export function createDeliveryLane(options: LaneOptions): DeliveryLane {
  const { rules, store, clock, newId, log, isRunning, receivers, recorder, hosts, subjectField } = options;
  const { maxTick_seconds, onClaim = () => undefined, onMoved = () => undefined } = options;
  const limits = bounds[receivers];
  const attempt_ms = rules.timeout_seconds * 1000;
  const lease_ms = 3 * attempt_ms;
  const turn_ms = attempt_ms;
  const turns = new Map<string, Turn>();
  const queue: Turn[] = [];
  let places = limits.places;
  let attempts = 0;
  /** Turns that are due until then are claimed. Undefined if all of them are. */
  let claimUntil: Date | undefined;
  let claiming: Promise<void> | undefined;
  let idle = Promise.withResolvers<void>();
  let ticks = 0;

  return {
    async deliverDue() {
      ticks += 1;
      claimUntil = maxTick_seconds === undefined ? clock.now() : soon();
      await claimTurns();
      await (maxTick_seconds === undefined ? whenIdle() : endsWithin(clock, maxTick_seconds, whenIdle()));
      ticks -= 1;
    },
    joinTick(organization_id) {
      const turn = turns.get(organization_id);
      if (turn) {
        turn.wakes += 1;
        turn.mayHaveMore = true;
        proceed(turn);
      } else if (ticks > 0) {
        claimUntil = soon();
        void claimTurns();
      }
      return turn !== undefined || ticks > 0;
    },
    whenIdle,
  };

  /** A turn that ends now is due one millisecond later. */
  function soon(): Date {
    return new Date(clock.now().getTime() + 1);
  }

  function newLease() {
    const now = clock.now();
    return { now, lease_until: new Date(now.getTime() + lease_ms), lease_token: newId('lease') };
  }

  async function whenIdle(): Promise<void> {
    while (!isIdle()) await idle.promise;
  }

  function isIdle(): boolean {
    return turns.size === 0 && claiming === undefined;
  }

  function noteIdle(): void {
    if (!isIdle()) return;
    idle.resolve();
    idle = Promise.withResolvers();
  }

  /** Claims due turns up to the maximum. Never rejects. */
  function claimTurns(): Promise<void> {
    claiming ??= claimWhileDue().finally(() => {
      claiming = undefined;
      serve();
      noteIdle();
    });
    return claiming;
  }

  async function claimWhileDue(): Promise<void> {
    try {
      while (claimUntil && isRunning()) {
        const limit = maxNewTurns();
        if (limit === 0) return;
        const until = claimUntil;
        const lease = newLease();
        const claimed = await store.claimTurns({ ...lease, now: until, limit, receivers });
        onClaim();
        for (const turn of claimed) begin(turn, lease.lease_token);
        if (claimed.length < limit && claimUntil === until) claimUntil = undefined;
      }
    } catch (error) {
      claimUntil = undefined;
      log.error({ err: errorLine(error) }, 'could not deliver webhooks');
    }
  }

  /** The queue is filled again when it is half empty, so that one statement claims many turns. */
  function maxNewTurns(): number {
    return queue.length > maxQueue / 2 ? 0 : Math.min(limits.turns - turns.size, maxQueue - queue.length);
  }

  function begin(claimed: ClaimedTurn, lease_token: string): void {
    const known = turns.get(claimed.organization_id);
    if (known) {
      // Its lease ended before it did.
      known.lease_token = lease_token;
      return;
    }
    const turn = newTurn(claimed, lease_token);
    const { host } = turn;
    const turnsOfHost = [...turns.values()].filter((other) => other.host === host).length;
    turns.set(claimed.organization_id, turn);
    const isFull = turnsOfHost >= limits.turns_per_host;
    if (isFull && receivers === 'slow') {
      void end(turn, { not_before: new Date(clock.now().getTime() + turn_ms) });
    } else if (isFull && hosts.hangs(host)) {
      turn.receivers = 'slow';
      void end(turn).then(onMoved);
    } else proceed(turn);
  }

  function mayClaim({ mayHaveMore, begun_ms }: Turn): boolean {
    return mayHaveMore && isRunning() && performance.now() - begun_ms < turn_ms;
  }

  /** True if its receiver probably hangs with its host. Such a turn makes one attempt at a time until a response comes soon. */
  function isDoubtful({ host, receivers: found }: Turn): boolean {
    return receivers === 'quick' && found !== 'quick' && hosts.hangs(host);
  }

  /** Takes the next step of a turn whose last one has ended. */
  function proceed(turn: Turn): void {
    if (turn.step !== 'free') return;
    if (!mayClaim(turn)) {
      if (turn.open === 0) void end(turn);
    } else if (turn.open <= (isDoubtful(turn) ? 0 : maxBatch / 2)) {
      turn.step = 'queued';
      queue.push(turn);
      serve();
    }
  }

  /** Starts batches in the order of the queue while there are places for them. */
  function serve(): void {
    for (let turn = queue[0]; turn; turn = queue[0]) {
      const limit = batchSize(turn, attempts >= limits.attempts / 2 || isDoubtful(turn));
      const isOver = !mayClaim(turn);
      if (!isOver && (places < limit || limits.attempts - attempts < limit)) return;
      queue.shift();
      turn.step = 'free';
      if (isOver) proceed(turn);
      else void startBatch(turn, limit);
    }
    if (claimUntil && isRunning() && maxNewTurns() > 0) void claimTurns();
  }

  /** Never rejects, so that the failure of one organization's turn does not affect the others. */
  async function startBatch(turn: Turn, limit: number): Promise<void> {
    const { organization_id, wakes } = turn;
    turn.step = 'claiming';
    turn.isFirst = false;
    take(turn, limit);
    let claimed: readonly ClaimedDelivery[] = [];
    const until_ms = clock.monotonic_ms() + lease_ms;
    try {
      claimed = await store.claimDeliveries({ ...newLease(), organization_id, limit });
    } catch (error) {
      log.error({ err: errorLine(error), organization_id }, 'could not deliver the webhooks of an organization');
    }
    if (claimed.length < limit && turn.wakes === wakes) turn.mayHaveMore = false;
    turn.step = 'free';
    take(turn, claimed.length - limit);
    for (const delivery of claimed) void attempt(delivery, { turn, until_ms });
    proceed(turn);
    serve();
  }

  function take(turn: Turn, count: number): void {
    places -= count;
    attempts += count;
    turn.open += count;
  }

  /** Makes one attempt. An internal error does not affect other attempts: the delivery is claimed again when its lease ends. */
  async function attempt(
    delivery: ClaimedDelivery,
    { turn, until_ms }: { turn: Turn; until_ms: number },
  ): Promise<void> {
    let taken = 1;
    const setPlaces = (count: 0 | 1) => {
      places += taken - count;
      taken = count;
    };
    const onLinger = () =>
      leaveTrail(() => {
        setPlaces(0);
        serve();
      });
    const send = async () => {
      // Monotonic, so that neither NTP nor an advance of the sandbox clock ends it.
      const isHeld = () => clock.monotonic_ms() <= until_ms - attempt_ms;
      const sending = sendAttempt(delivery, { ...options, isHeld });
      const { sent, isSlow } = await watchAttempt(sending, { hosts, host: turn.host, onLinger });
      if (isSlow) turn.receivers = 'slow';
      else turn.receivers ??= 'quick';
      setPlaces(1);
      await recordAttempt(sent, { ...options, record: (outcome) => recorder.record(outcome, until_ms) });
    };
    const { request_id, traceparent, subject_id } = delivery;
    await followTrail({ request_id, traceparent, subject: { [subjectField]: subject_id } }, () =>
      send()
        .catch((error: unknown) => giveBackAttempt(delivery, error, options))
        .catch((error: unknown) => reportUnrecorded(delivery, { error, log, subjectField })),
    );
    setPlaces(0);
    attempts -= 1;
    turn.open -= 1;
    proceed(turn);
    serve();
  }

  async function end(turn: Turn, { not_before }: { not_before?: Date } = {}): Promise<void> {
    const { organization_id, lease_token, wakes } = turn;
    turn.step = 'ending';
    try {
      const { due, abandoned } = await store.endTurn({
        organization_id,
        lease_token,
        now: clock.now(),
        receivers: turn.receivers ?? receivers,
        ...(not_before && { not_before }),
      });
      reportAbandoned({ organization_id, abandoned }, options);
      // A turn that made no attempt would make none again.
      const hasMore = due && turn.receivers === receivers;
      if (maxTick_seconds !== undefined && (hasMore || turn.wakes > wakes)) claimUntil = soon();
    } catch (error) {
      log.error({ err: errorLine(error), organization_id }, 'could not end a turn; its lease ends it');
    }
    turns.delete(organization_id);
    serve();
    noteIdle();
  }
}
