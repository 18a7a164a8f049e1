/**
 * What generators make names and types of: a parameter shares its component's name with no schema, since some make a type of
 * both; no schema has a title, since others name their classes by it; every integer says its width.
 */
import { operations, webhooks } from '../../contract.ts';
import type { Place, Problem, Rule } from '../../place.ts';
import { everySchema } from '../../schemas.ts';

export const generatedCode: Rule = function* (contract) {
  const schemas = everySchema(contract).map(({ schema }) => schema);
  const names = new Set(schemas.map((schema) => componentName(schema)));
  for (const { parameters } of [...operations(contract), ...webhooks(contract)]) {
    for (const parameter of parameters) {
      const name = componentName(parameter);
      if (name === undefined || !names.has(name)) continue;
      yield {
        place: parameter,
        message: `The parameter ${name} has the name of a schema: give its file another name.`,
      };
    }
  }
  for (const schema of schemas) {
    if (schema.at('type').value === 'integer') yield* checkInteger(schema);
    const title = schema.at('title');
    if (title.value === undefined) continue;
    yield { place: title, message: `Generators name a class ${title.text()} by this title: take it out.` };
  }
};

/** Without a format, generated code of some languages has 64 bits and of others 32: the contract says which. */
function* checkInteger(schema: Place): Iterable<Problem> {
  // Where a bound is missing, bounded says so.
  if (schema.at('maximum').value === undefined || schema.at('minimum').value === undefined) return;
  const isSmall = Number(schema.at('maximum').value) < 2 ** 31 && Number(schema.at('minimum').value) >= -(2 ** 31);
  const format = isSmall ? 'int32' : 'int64';
  if (schema.at('format').value === format) return;
  yield { place: schema, message: `This integer has no format: by its bounds it is ${format}.` };
}

/** The name that a file of its own gives to a component. */
function componentName({ location }: Place): string | undefined {
  return location.pointer === '#/' ? /(\w+)\.yaml$/.exec(location.source.absoluteRef)?.[1] : undefined;
}
