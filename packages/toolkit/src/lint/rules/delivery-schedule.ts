/**
 * The delivery schedule is consistent: each attempt after the first has a delay, and each delay is longer than the one before.
 * An attempt ends before the next round of the worker. The service stores no more bytes of a response than it reads.
 */
import { items } from '../contract.ts';
import type { Rule } from '../place.ts';

export const deliverySchedule: Rule = function* (contract) {
  const delivery = contract.at('x-delivery');
  const number = (key: string): number => Number(delivery.at(key).value);

  const list = delivery.at('retry_delays_seconds');
  const delays = items(list);
  const retries = number('max_attempts') - 1;
  if (delays.length !== retries && !Number.isNaN(retries)) {
    yield { place: list, message: `${delays.length} delays for ${retries} retries. List one delay per retry.` };
  }
  for (const [index, delay] of delays.entries()) {
    const before = delays[index - 1];
    if (!before || Number(delay.value) > Number(before.value)) continue;
    yield {
      place: delay,
      message: `${delay.text()} s come after ${before.text()} s. Make each delay longer than the one before.`,
    };
  }
  if (number('timeout_seconds') >= number('cadence_seconds')) {
    const message = `An attempt may outlast the ${number('cadence_seconds')} s of the cadence. Shorten the timeout.`;
    yield { place: delivery.at('timeout_seconds'), message };
  }
  if (number('kept_answer_bytes') > number('max_answer_bytes')) {
    const message = `Only ${number('max_answer_bytes')} bytes of a response are read. Keep no more than that.`;
    yield { place: delivery.at('kept_answer_bytes'), message };
  }
};
