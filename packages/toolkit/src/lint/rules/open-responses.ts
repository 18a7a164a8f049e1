/**
 * Objects that the service sends set additionalProperties: true, so that generated clients accept new fields of later versions. If the
 * keyword is missing, Java code of openapi-generator fails as if it were false. Objects that callers send are closed (the rule
 * `bounded`). So a schema is either for requests or for responses.
 */
import { isObject } from '../place.ts';
import type { Rule } from '../place.ts';
import { everySchema } from '../schemas.ts';

export const openResponses: Rule = function* (contract) {
  for (const { schema, inRequestBody } of everySchema(contract)) {
    const { value: additional } = schema.at('additionalProperties');
    const isMap = isObject(additional);
    if (inRequestBody || schema.at('type').value !== 'object' || isMap || additional === true) continue;
    const message =
      'The service sends this object, and a later version may add a field. Set additionalProperties: true, or use another schema for the response.';
    yield { place: schema, message };
  }
};
