/**
 * Webhook delivery: one lane.
 *
 * Terms:
 *  - A *turn* is the right to deliver the webhooks of one organization. Turns run side by side, so a receiver that is slow or
 *    does not respond delays no other organization (DLV-9).
 *  - A receiver is *slow* if an attempt of its last turn took slow_ms or longer. Slow receivers have a lane of their own.
 *  - A delivery takes one *place* from its claim until its outcome is recorded, except while its attempt, or the one that it waits for,
 *    lasts longer than linger_ms. So a crash or a slow commit repeats about as many webhooks as there are places, and receivers that
 *    hang hold no place.
 *  - The *pace* of an organization is its number of connections: attempts side by side, besides those that last longer than slow_ms
 *    (delivery-turns.ts).
 *
 * Steps:
 *  1. turns    claims due turns, each with its first deliveries. While a host hangs, without deliveries, because the turn may not begin
 *  2. batch    claims further deliveries for the turns at the begin of the queue, in one statement, once there are places for them
 *  3. attempt  makes the attempts of a turn at its pace (attempt-delivery.ts) and records their outcomes (report-deliveries.ts). An
 *              attempt that could outlast its lease is not sent, because another worker may send it: a process that was paused
 *              gives it back (giveBackAttempt)
 *  4. again    puts the turn at the end of the queue while more may be due. A turn claims nothing after turn_ms, so that it ends
 *              before the next tick of the contract's cadence
 *  5. end      stores when the next turn is due, and whether the receiver is slow, for all turns that have ended meanwhile. Abandons what a
 *              crash spent (DLV-5)
 * Statements of the lane wait for no row that another transaction has, except that of a single turn.
 */
import { endsWithin } from '../time/clock.ts';
import { errorLine } from '../log/error-line.ts';
import { followTrail, leaveTrail } from '../log/trail.ts';
import { giveBackAttempt, recordAttempt, reportUnrecorded, sendAttempt } from './attempt-delivery.ts';
import { watchAttempt } from './delivery-hosts.ts';
import {
  batchSize,
  bounds,
  createPaces,
  createTurnStatements,
  firstBatch,
  hasRoom,
  type HeldDelivery,
  type HeldTurn,
  type LaneOptions,
  maxBatch,
  maxTurns,
  newTurn,
  reportAbandoned,
  type Turn,
} from './delivery-turns.ts';

/** The maximum number of turns in the queue. */
const maxQueue = 100;
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
  const paces = createPaces();
  const statements = createTurnStatements({ store, log, clock, newId, lease_ms });
  let places = limits.places;
  let attempts = 0;
  /** Turns that are due until then are claimed. Undefined if all of them are. */
  let claimUntil: Date | undefined;
  let claiming: Promise<void> | undefined;
  /** True while a statement claims deliveries for the queue, or is about to. */
  let isServing = false;
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
        const deliveries = firstDeliveries();
        const limit = maxNewTurns(deliveries);
        if (limit === 0) return;
        const until = claimUntil;
        const taken = limit * deliveries;
        take(taken);
        const claimed = await statements
          .claimTurns({ until, limit, deliveries, receivers })
          .finally(() => take(-taken));
        onClaim();
        for (const turn of claimed) begin(turn, deliveries);
        if (claimed.length < limit && claimUntil === until) claimUntil = undefined;
      }
    } catch (error) {
      claimUntil = undefined;
      log.error({ err: errorLine(error) }, 'could not deliver webhooks');
    }
  }

  function firstDeliveries(): number {
    return receivers === 'slow' || hosts.hangsAny() ? 0 : firstBatch;
  }

  /**
   * The queue is filled again when it is half empty, so that one statement claims many turns. While turns wait in it, new ones get half of
   * the places.
   */
  function maxNewTurns(deliveries: number): number {
    if (queue.length > maxQueue / 2) return 0;
    const turnsLeft = Math.min(limits.turns - turns.size, maxQueue - queue.length);
    if (deliveries === 0) return turnsLeft;
    const free = Math.min(places, limits.attempts - attempts, queue.length > 0 ? limits.places / 2 : limits.places);
    return Math.max(0, Math.min(turnsLeft, Math.floor(free / deliveries)));
  }

  /** `deliveries` is the number of deliveries that it was claimed with, if so many were due. */
  function begin({ held, ...claimed }: HeldTurn, deliveries: number): void {
    const { organization_id, lease_token } = claimed;
    const known = turns.get(organization_id);
    if (known) {
      // Its lease ended before it did.
      known.lease_token = lease_token;
      add(known, held);
      return;
    }
    const turn = newTurn(claimed);
    const isFull = isHostFull(turn);
    turns.set(organization_id, turn);
    if (deliveries > 0) turn.mayHaveMore = held.length === deliveries;
    if (held.length > 0) add(turn, held);
    else if (isFull && receivers === 'slow') void end(turn, { not_before: new Date(clock.now().getTime() + turn_ms) });
    else if (isFull) {
      turn.receivers = 'slow';
      void end(turn).then(onMoved);
    } else proceed(turn);
  }

  /** True if the host of a new turn has all of its turns. In the quick lane only a host that hangs has a maximum. */
  function isHostFull({ host }: Turn): boolean {
    if (receivers === 'quick' && !hosts.hangs(host)) return false;
    return [...turns.values()].filter((other) => other.host === host).length >= limits.turns_per_host;
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
    } else if (isDoubtful(turn) ? turn.open === 0 : hasRoom(turn) && canSend(turn)) {
      turn.step = 'queued';
      queue.push(turn);
      serve();
    }
  }

  /** Claims new turns, and deliveries for the queue. Everything that ends in this turn of the event loop is in the same statement. */
  function serve(): void {
    if (claimUntil && isRunning() && maxNewTurns(firstDeliveries()) > 0) void claimTurns();
    if (isServing || !canServe()) return;
    isServing = true;
    leaveTrail(() =>
      setImmediate(() => {
        void claimForQueue().finally(() => {
          isServing = false;
          serve();
        });
      }),
    );
  }

  /** True if the first turn of the queue is over, or there are places for its batch. */
  function canServe(): boolean {
    const [turn] = queue;
    return turn !== undefined && (!mayClaim(turn) || hasPlaces(sizeOf(turn)));
  }

  function hasPlaces(size: number): boolean {
    return places >= size && limits.attempts - attempts >= size;
  }

  function sizeOf(turn: Turn): number {
    return batchSize(turn, attempts >= limits.attempts / 2 || isDoubtful(turn));
  }

  /** Takes the turns at the begin of the queue for whose batches there are places. All batches of a statement have one size. */
  function takeFromQueue(): { batch: Turn[]; limit: number } {
    const batch: Turn[] = [];
    let limit = 0;
    for (let turn = queue[0]; turn && batch.length < maxTurns; turn = queue[0]) {
      const isOver = !mayClaim(turn);
      const size = sizeOf(turn);
      if (!isOver && !hasPlaces(size)) break;
      if (!isOver && batch.length > 0 && size !== limit) break;
      queue.shift();
      if (isOver) {
        turn.step = 'free';
        proceed(turn);
      } else {
        limit = size;
        turn.step = 'claiming';
        turn.seenWakes = turn.wakes;
        take(size, turn);
        batch.push(turn);
      }
    }
    return { batch, limit };
  }

  async function claimForQueue(): Promise<void> {
    const { batch, limit } = takeFromQueue();
    if (batch.length === 0) return;
    const of = batch.map(({ organization_id }) => organization_id);
    const claimed = await statements.claim(of, limit);
    for (const turn of batch) {
      const held = claimed.get(turn.organization_id) ?? [];
      if (held.length < limit && turn.wakes === turn.seenWakes) turn.mayHaveMore = false;
      turn.step = 'free';
      take(-limit, turn);
      add(turn, held);
    }
  }

  function take(count: number, turn?: Turn): void {
    places -= count;
    attempts += count;
    if (turn) turn.open += count;
  }

  function setPlace(held: HeldDelivery, place: 0 | 1): void {
    places += held.place - place;
    held.place = place;
  }

  /** Adds claimed deliveries to the turn. */
  function add(turn: Turn, held: readonly HeldDelivery[]): void {
    take(held.length, turn);
    turn.waiting.push(...held);
    send(turn);
    proceed(turn);
  }

  function canSend({ organization_id, sending, slow }: Turn): boolean {
    return sending < maxBatch && sending - slow < paces.of(organization_id);
  }

  /** Begins as many attempts as the pace of the organization allows. */
  function send(turn: Turn): void {
    while (canSend(turn)) {
      const held = turn.waiting.shift();
      if (!held) return;
      turn.sending += 1;
      void leaveTrail(() => attempt(held, turn));
    }
  }

  /** Makes one attempt. An internal error does not affect other attempts: the delivery is claimed again when its lease ends. */
  async function attempt(held: HeldDelivery, turn: Turn): Promise<void> {
    const { delivery, until_ms } = held;
    let isSlow = false;
    const onLinger = () => {
      for (const each of [held, ...turn.waiting]) setPlace(each, 0);
      serve();
    };
    const onSlow = () => {
      isSlow = true;
      turn.receivers = 'slow';
      turn.slow += 1;
      send(turn);
      proceed(turn);
    };
    const onSent = () => {
      turn.sending -= 1;
      if (isSlow) turn.slow -= 1;
      send(turn);
    };
    const makeAttempt = async () => {
      // Monotonic, so that neither NTP nor an advance of the sandbox clock ends it.
      const isHeld = () => clock.monotonic_ms() <= until_ms - attempt_ms;
      const sending = sendAttempt(delivery, { ...options, isHeld });
      const sent = await watchAttempt(sending, { hosts, host: turn.host, onLinger, onSlow }).finally(onSent);
      turn.receivers ??= 'quick';
      paces.note(turn.organization_id);
      setPlace(held, 1);
      await recordAttempt(sent, { ...options, record: (outcome) => recorder.record(outcome, until_ms) });
    };
    setPlace(held, 1);
    const { request_id, traceparent, subject_id } = delivery;
    await followTrail({ request_id, traceparent, subject: { [subjectField]: subject_id } }, () =>
      makeAttempt()
        .catch((error: unknown) => giveBackAttempt(delivery, error, options))
        .catch((error: unknown) => reportUnrecorded(delivery, { error, log, subjectField })),
    );
    setPlace(held, 0);
    attempts -= 1;
    turn.open -= 1;
    proceed(turn);
    serve();
  }

  async function end(turn: Turn, { not_before }: { not_before?: Date } = {}): Promise<void> {
    const { organization_id, lease_token, wakes } = turn;
    turn.step = 'ending';
    const found = turn.receivers ?? receivers;
    const ended = await statements.end({
      organization_id,
      lease_token,
      receivers: found,
      ...(not_before && { not_before }),
    });
    if (ended) {
      reportAbandoned({ organization_id, abandoned: ended.abandoned }, options);
      // A turn that made no attempt would make none again.
      const hasMore = ended.due && turn.receivers === receivers;
      if (maxTick_seconds !== undefined && (hasMore || turn.wakes > wakes)) claimUntil = soon();
    }
    turns.delete(organization_id);
    serve();
    noteIdle();
  }
}
