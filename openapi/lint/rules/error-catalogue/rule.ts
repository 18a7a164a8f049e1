/**
 * The enums of the error schemas list exactly the codes of the catalogue, and every code of an error response is documented by
 * some response. So the catalogue is the only list of codes (ERR-6), and it has no unused codes.
 */
import { responses, items, standsIn } from '../../contract.ts';
import type { Rule } from '../../place.ts';
import { findEnumDrift } from '../../schemas.ts';

const enums = { ErrorCode: 'error_code', OlderErrorCode: 'error', BookingErrorCode: 'booking' };

export const errorCatalogue: Rule = function* (contract) {
  const entries = contract.at('x-errors').entries();
  for (const [name, field] of Object.entries(enums)) {
    const words = entries.filter(([, entry]) => standsIn(entry, field)).map(([code]) => code);
    yield* findEnumDrift(contract, { name, words, because: `has ${field} in its stands_in in x-errors` });
  }
  const lists = responses(contract).map(({ place }) => place.at('x-error-codes'));
  const documented = new Set(lists.flatMap(items).map(({ value }) => value));
  for (const [code, place] of entries) {
    if (!standsIn(place, 'error', 'error_code') || documented.has(code)) continue;
    yield {
      place,
      message: `No response documents ${code}. Add it to the x-error-codes of a response, or remove it here.`,
    };
  }
};
