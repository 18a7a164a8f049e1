/**
 * A webhook has the type of its body as its name, and the signature header of x-delivery is one of its required headers. Receivers
 * choose a handler by the type, and refuse requests without a signature. A list of event types names every webhook and nothing else:
 * otherwise a new event could not be listed, or not be asked for.
 */
import { items, webhooks } from '../contract.ts';
import type { Place, Problem, Rule } from '../place.ts';
import { componentName, everySchema, findListDrift, listOf } from '../schemas.ts';

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
