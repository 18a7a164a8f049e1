/**
 * Rules for code generators. A parameter and a schema have different component names, because some generators make a type of both.
 * A schema has no title, because some generators name its class after it. An integer has a format.
 */
import { operations, webhooks } from '../contract.ts';
import type { Place, Problem, Rule } from '../place.ts';
import { componentName, everySchema } from '../schemas.ts';

export const generatedCode: Rule = function* (contract) {
  const schemas = everySchema(contract).map(({ schema }) => schema);
  const names = new Set(schemas.map((schema) => componentName(schema, 'schemas')));
  for (const { parameters } of [...operations(contract), ...webhooks(contract)]) {
    for (const parameter of parameters) {
      const name = componentName(parameter, 'parameters');
      if (name === undefined || !names.has(name)) continue;
      yield {
        place: parameter,
        message: `The parameter ${name} has the name of a schema. Rename it.`,
      };
    }
  }
  for (const schema of schemas) {
    if (schema.at('type').value === 'integer') yield* checkInteger(schema);
    const title = schema.at('title');
    if (title.value === undefined) continue;
    yield { place: title, message: `Generators name a class ${title.text()} after this title. Remove it.` };
  }
};

/** Without a format, generated code has 64 bits in some languages and 32 in others. */
function* checkInteger(schema: Place): Iterable<Problem> {
  // The rule `bounded` reports a missing bound.
  if (schema.at('maximum').value === undefined || schema.at('minimum').value === undefined) return;
  const isSmall = Number(schema.at('maximum').value) < 2 ** 31 && Number(schema.at('minimum').value) >= -(2 ** 31);
  const format = isSmall ? 'int32' : 'int64';
  if (schema.at('format').value === format) return;
  yield { place: schema, message: `This integer has no format. Its bounds require ${format}.` };
}
