/**
 * A webhook is filed under the type its body carries, and its signature header is declared and required. Receivers choose
 * their handler by that type and refuse what is not signed.
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
      const message = `The body of ${event} has the type ${type}: file it under that type, or give it its own schema.`;
      yield { place: schema.mention, message };
    }
    const signature = parameters.find(
      (each) => each.at('in').value === 'header' && each.at('name').value === header.value,
    );
    // Where x-delivery names no header, behavior-schema says so.
    if (!signature && header.value !== undefined) {
      const message = `The webhook ${event} lacks ${header.text()} of x-delivery: declare it, as a required header.`;
      yield { place: place.at('parameters'), message };
    } else if (signature && signature.at('required').value !== true) {
      yield { place: signature, message: `${header.text()} is on every delivery: set required: true.` };
    }
  }
};
