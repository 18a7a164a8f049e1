/** Every code of an error response is documented by some response. So the catalogue has no unused codes (ERR-6). */
import { responses, items, standsIn } from '../contract.ts';
import type { Rule } from '../place.ts';

export const errorCatalogue: Rule = function* (contract) {
  const lists = responses(contract).map(({ place }) => place.at('x-error-codes'));
  const documented = new Set(lists.flatMap(items).map(({ value }) => value));
  const fields = [
    'error',
    'error_code',
    ...contract
      .at('x-states')
      .entries()
      .map(([resource]) => resource),
  ];
  for (const [code, place] of contract.at('x-errors').entries()) {
    for (const field of items(place.at('stands_in')).filter((each) => !fields.includes(each.text()))) {
      yield {
        place: field,
        message: `${field.text()} is no field with codes. Use one of these: ${fields.join(', ')}.`,
      };
    }
    if (!standsIn(place, 'error', 'error_code') || documented.has(code)) continue;
    yield {
      place,
      message: `No response documents ${code}. Add it to the x-error-codes of a response, or remove it here.`,
    };
  }
};
