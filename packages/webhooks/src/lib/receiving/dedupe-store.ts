/**
 * Remembers which events were handled: the service delivers each at least once (DLV-6). {@link createMemoryDedupe} serves one
 * process; with several, keep it where all of them look, in the database that the handler writes to.
 */
export interface DedupeStore {
  /**
   * Takes an event for one handler. Of several claims of an event at the same time exactly one may succeed.
   *
   * - a {@link Claim}: nobody has handled it; the handler runs now.
   * - `done`: it has been handled; it is acknowledged and not handled again.
   * - `busy`: another handler has it; it is answered 409 and comes again.
   *
   * A claim that is neither committed nor released, because its process died, must lapse after a while.
   */
  claim(event_id: string): Claim | 'done' | 'busy' | Promise<Claim | 'done' | 'busy'>;
}

/** The right to handle one event. */
export interface Claim {
  /** The event has been handled: from now on it is `done`. */
  commit(): void | Promise<void>;
  /** Handling failed: the next delivery of the event may claim it. */
  release(): void | Promise<void>;
}
