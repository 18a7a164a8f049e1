/**
 * A webhook has the type of its body as its name, and declares its signature header as required. Receivers choose a handler by the
 * type, and refuse requests without a signature.
 */
import { items, webhooks } from '../../contract.ts';
import type { Rule } from '../../place.ts';

export const webhookEvent: Rule = function* (contract) {
  const header = contract.at('x-delivery', 'signature', 'header');
  for (const { event, place, parameters } of webhooks(contract)) {
    for (const mediaType of items(place.at('requestBody', 'content'))) {
      const schema = mediaType.at('schema');
      const type = schema.at('properties', 'type', 'const').text();
      if (type === event) continue;
      const message = `The body of ${event} has the type ${type}. Rename the webhook, or use its own schema.`;
      yield { place: schema.mention, message };
    }
    const signature = parameters.find(
      (each) => each.at('in').value === 'header' && each.at('name').value === header.value,
    );
    // The rule behavior-schema reports a missing header in x-delivery.
    if (!signature && header.value !== undefined) {
      const message = `The webhook ${event} lacks ${header.text()} of x-delivery. Declare it as a required header.`;
      yield { place: place.at('parameters'), message };
    } else if (signature && signature.at('required').value !== true) {
      yield { place: signature, message: `${header.text()} is on every delivery. Set required: true.` };
    }
  }
};
