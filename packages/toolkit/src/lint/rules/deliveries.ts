import { items, operations, type Place, type Problem, type Rule, webhooks } from '../contract.ts';
import { componentName, everySchema, findListDrift, listOf } from '../schemas.ts';

/**
 * The delivery schedule is consistent: each attempt after the first has a delay, and each delay is longer than the one before.
 * An attempt ends before the next round of the worker. The service stores no more bytes of a response than it reads.
 */
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

/**
 * The schedule of retries at a provider is consistent. Delays grow to the longest delay, which occurs at least once before the service
 * gives up. A release is retried for longer than the operations that it may have to undo.
 */
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

/**
 * A webhook has the type of its body as its name, and the signature header of x-delivery is one of its required headers. Receivers
 * choose a handler by the type, and refuse requests without a signature. A list of event types names every webhook and nothing else:
 * otherwise a new event could not be listed, or not be asked for.
 */
export const webhookEvent: Rule = function* (contract) {
  for (const { event, place } of webhooks(contract)) {
    for (const mediaType of items(place.at('requestBody', 'content'))) {
      const schema = mediaType.at('schema');
      const type = schema.at('properties', 'type', 'const').text();
      if (type === event) continue;
      const message = `The body of ${event} has the type ${type}. Rename the webhook, or use its own schema.`;
      yield { place: schema.mention, message };
    }
  }
  yield* checkTypeLists(contract);
  const header = contract.at('x-delivery', 'signature', 'header');
  // The rule behavior-schema reports a missing header in x-delivery.
  if (header.value === undefined) return;
  const headers = contract.at('x-delivery', 'headers');
  const signature = items(headers).find((each) => each.at('name').value === header.value);
  if (!signature) {
    const message = `The headers of x-delivery lack ${header.text()}. Declare it as a required header.`;
    yield { place: headers, message };
  } else if (signature.at('required').value !== true) {
    yield { place: signature, message: `${header.text()} is on every delivery. Set required: true.` };
  }
};

/** A list of event types is an enum, or an x-extensible-enum, that names a webhook. */
function* checkTypeLists(contract: Place): Iterable<Problem> {
  const words = webhooks(contract).map(({ event }) => event);
  const because = 'is a webhook of this contract';
  const lists = new Map(everySchema(contract).map(({ schema }) => [schema.location.absolutePointer, schema]));
  for (const schema of lists.values()) {
    const list = listOf(schema);
    if (!items(list).some((each) => words.includes(each.text()))) continue;
    yield* findListDrift(list, { name: componentName(schema, 'schemas') ?? 'event types', words, because });
  }
}

/**
 * The service signs each request to a provider or a card service as it signs a webhook, in the header of x-values.signature. So every
 * operation of their contracts requires this header, under this name.
 */
export const providerSignature: Rule = function* (contract) {
  const header = contract.at('x-values', 'signature', 'header');
  for (const { name, place, parameters } of operations(contract)) {
    const signature = parameters.find(
      (each) => each.at('name').value === header.value && each.at('in').value === 'header',
    );
    if (signature?.at('required').value === true) continue;
    const message = `${name} does not require the header ${header.text()}, in which the service sends the signature. Require it.`;
    yield { place: signature ?? place.at('parameters'), message };
  }
};
