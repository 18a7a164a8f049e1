/** A number of calls in each minute of the clock. */
export interface MinuteBudget {
  /** Returns how many calls the present minute still has. */
  left(): number;
  spend(calls: number): void;
}

export function createMinuteBudget(per_minute: number, clock: { readonly now: () => Date }): MinuteBudget {
  let minute = 0;
  let spent = 0;
  return {
    left() {
      const now = Math.floor(clock.now().getTime() / 60_000);
      if (now !== minute) [minute, spent] = [now, 0];
      return per_minute - spent;
    },
    spend(calls) {
      spent += calls;
    },
  };
}
