/**
 * What the service sends is open: a later version adds fields, and whoever reads with generated code must not fail on one.
 * What callers send is closed (bounded). So a schema belongs to one side.
 */
import type { Rule } from '../place.ts';
import { everySchema } from '../schemas.ts';

export const openAnswers: Rule = function* (contract) {
  for (const { schema, inRequestBody } of everySchema(contract)) {
    const additional = schema.at('additionalProperties');
    if (inRequestBody || additional.value !== false) continue;
    const message =
      'The service sends this object, and a later version may add a field: take additionalProperties: false out, or give what is sent a schema of its own.';
    yield { place: schema, message };
  }
};
