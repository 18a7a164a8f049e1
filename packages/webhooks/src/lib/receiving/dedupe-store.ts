/**
 * Remembers which events were handled, because the service delivers each at least once (DLV-6). {@link createMemoryDedupe}
 * is for one process. With several processes, use a store that they share, such as the database that the handler writes to.
 */
export interface DedupeStore {
  /**
   * Claims an event for one handler. Of concurrent claims of one event, exactly one may succeed.
   *
   * - a {@link Claim}: the event is new. The handler runs.
   * - `done`: the event was handled. It is acknowledged and not handled again.
   * - `busy`: another handler has it. The response is 409, and the event is delivered again.
   *
   * A claim that is neither committed nor released, because its process died, must lapse after some time.
   */
  claim(event_id: string): Claim | 'done' | 'busy' | Promise<Claim | 'done' | 'busy'>;
}

/** The right to handle one event. */
export interface Claim {
  /** Marks the event as handled: from now on it is `done`. */
  commit(): void | Promise<void>;
  /** Gives up the claim after a failure: the next delivery of the event may claim it. */
  release(): void | Promise<void>;
}
