/**
 * What the service sends is open, and says so: a later version adds fields, and whoever reads with generated code must not fail
 * on one. Where additionalProperties is left out, openapi-generator's Java fails as if it were false. What callers send is closed
 * (bounded). So a schema belongs to one side.
 */
import { isObject } from '../../place.ts';
import type { Rule } from '../../place.ts';
import { everySchema } from '../../schemas.ts';

export const openResponses: Rule = function* (contract) {
  for (const { schema, inRequestBody } of everySchema(contract)) {
    const { value: additional } = schema.at('additionalProperties');
    const isMap = isObject(additional);
    if (inRequestBody || schema.at('type').value !== 'object' || isMap || additional === true) continue;
    const message =
      'The service sends this object, and a later version may add a field: set additionalProperties: true, or give what is sent a schema of its own.';
    yield { place: schema, message };
  }
};
