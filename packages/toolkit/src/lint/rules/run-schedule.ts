/**
 * The schedule of retries at a provider is consistent. Delays grow to the longest delay, which occurs at least once before the service
 * gives up. A release is retried for longer than the operations that it may have to undo.
 */
import type { Place, Rule } from '../place.ts';

export const runSchedule: Rule = function* (contract) {
  const runs = contract.at('x-runs');
  const first = runs.at('retry', 'first_delay_seconds');
  const longest = runs.at('retry', 'longest_delay_seconds');
  const giveUp = runs.at('give_up_after_seconds');
  const released = runs.at('release', 'longest_delay_seconds');
  const released_until = runs.at('release', 'give_up_after_seconds');
  const pairs: readonly (readonly [shorter: Place, longer: Place])[] = [
    [first, longest],
    [longest, giveUp],
    [longest, released],
    [released, released_until],
    [giveUp, released_until],
    [giveUp, runs.at('pending_for_at_most_seconds')],
  ];
  for (const [shorter, longer] of pairs) {
    if (!(Number(longer.value) < Number(shorter.value))) continue;
    const message = `${longer.text()} s are shorter than the ${shorter.text()} s that come before them. Make them longer.`;
    yield { place: longer, message };
  }
};
