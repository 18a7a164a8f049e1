/**
 * The enums of the error schemas hold exactly the catalogue's codes, and every code of a call is answered somewhere. So
 * the catalogue stays the one list of codes (ERR-6), and no code is promised that nothing sends.
 */
import { answers, items, standsIn } from '../../contract.ts';
import type { Rule } from '../../place.ts';
import { findEnumDrift } from '../../schemas.ts';

const enums = { ErrorCode: 'error_code', OlderErrorCode: 'error', BookingErrorCode: 'booking' };

export const errorCatalogue: Rule = function* (contract) {
  const entries = contract.at('x-errors').entries();
  for (const [name, field] of Object.entries(enums)) {
    const words = entries.filter(([, entry]) => standsIn(entry, field)).map(([code]) => code);
    yield* findEnumDrift(contract, { name, words, because: `stands in ${field} in x-errors` });
  }
  const lists = answers(contract).map(({ place }) => place.at('x-error-codes'));
  const answered = new Set(lists.flatMap(items).map(({ value }) => value));
  for (const [code, place] of entries) {
    if (!standsIn(place, 'error', 'error_code') || answered.has(code)) continue;
    yield { place, message: `No response names ${code}: add it to the x-error-codes of one, or take it out here.` };
  }
};
