/**
 * The service signs each request to a provider or a card service as it signs a webhook, in the header of x-values.signature. So every
 * operation of their contracts requires this header, under this name.
 */
import { operations } from '../contract.ts';
import type { Rule } from '../place.ts';

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
