/** The source of the current time. The clock of the client and that of a server have this form, too. */
export interface Clock {
  now(): Date;
}

/** The time of the computer. */
export const systemClock: Clock = { now: () => new Date() };
