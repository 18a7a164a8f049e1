/**
 * Every x-command of the admin contract matches its JSON Schema in openapi/behavior/, and names only what its operation has: its
 * parameters, the fields of its body, and the fields of its response. Two commands have different words, and two flags of a command
 * different names. Every group has a summary in x-command-groups.
 */
import { items, operations, responsesOf } from '../contract.ts';
import type { Operation } from '../contract.ts';
import { isObject } from '../place.ts';
import type { Place, Problem, Rule } from '../place.ts';
import { checkBlock, compileSchema } from './behavior-schema.ts';

export const adminCommands: Rule = function* (contract) {
  const validate = compileSchema(contract, 'command.schema.json');
  const groups = contract.at('x-command-groups');
  const known = new Set<string>();
  const every = operations(contract);
  for (const operation of every) {
    const commands = operation.place.at('x-command');
    if (commands.value === undefined) continue;
    const problems = [...checkBlock({ name: `x-command of ${operation.name}`, place: commands }, validate)];
    yield* problems;
    if (problems.length > 0) continue;
    for (const [words, command] of commands.entries()) {
      if (known.has(words))
        yield { place: command, message: `Another operation has the command ${words}. Rename one.` };
      known.add(words);
      const group = words.split(' ').slice(0, -1).join(' ');
      if (group !== '' && typeof groups.at(group).value !== 'string') {
        yield { place: command, message: `The group ${group} has no summary. Add it to x-command-groups.` };
      }
      yield* checkInputs({ words, command }, operation);
      yield* checkTemplates({ words, command }, operation);
      const other = command.at('with_organization');
      if (other.value !== undefined && !every.some(({ name }) => name === other.value)) {
        yield { place: other, message: `No operation has the operationId ${other.text()}.` };
      }
    }
  }
};

interface Command {
  readonly words: string;
  readonly command: Place;
}

function* checkInputs({ words, command }: Command, { name, place, parameters }: Operation): Iterable<Problem> {
  const namesIn = (where: string) =>
    parameters.filter((each) => each.at('in').value === where).map((each) => each.at('name').text());
  const fields = place
    .at('requestBody', 'content', 'application/json', 'schema', 'properties')
    .entries()
    .map(([field]) => field);
  const argument = command.at('argument');
  if (argument.value !== undefined && !namesIn('path').includes(argument.text())) {
    yield { place: argument, message: `The path of ${name} has no parameter ${argument.text()}.` };
  }
  const inputs = [...namesIn('path'), ...namesIn('query'), ...fields];
  for (const [input, flag] of command.at('flags').entries()) {
    if (inputs.includes(input)) continue;
    yield { place: flag, message: `${name} has no parameter and no field ${input}, so ${words} has no flag for it.` };
  }
  for (const [field, value] of command.at('body').entries()) {
    if (!fields.includes(field)) yield { place: value, message: `The body of ${name} has no field ${field}.` };
  }
  const flags = inputs.map((input) => {
    const flag = command.at('flags', input, 'flag');
    return flag.value === undefined ? input.replaceAll('_', '-') : flag.text();
  });
  const repeated = flags.find((flag, index) => flags.indexOf(flag) < index);
  if (repeated !== undefined) {
    yield { place: command, message: `Two flags of ${words} are --${repeated}. Rename one in flags.` };
  }
}

/** A field of a template: its path is the second part. */
const fieldForm = /\{(json )?([\w.]+)( past)?(?: \? \w+)?\}/g;

function* checkTemplates({ words, command }: Command, operation: Operation): Iterable<Problem> {
  const success = responsesOf(operation).find(({ status }) => status.startsWith('2'));
  const body = success?.place.at('content', 'application/json', 'schema');
  if (!body) return;
  const rows = command.at('rows');
  const row = body.at('properties', rows.value === undefined ? 'data' : rows.text(), 'items');
  if (command.at('columns').value !== undefined && row.value === undefined) {
    yield { place: command.at('columns'), message: `The response of ${operation.name} has no rows for ${words}.` };
    return;
  }
  const texts = ['empty', 'note', 'text'].map((key) => command.at(key));
  const uses = [
    ...items(command.at('columns')).map((place) => ({ place, schema: row })),
    ...[...items(command.at('facts')), ...texts].map((place) => ({ place, schema: body })),
  ];
  for (const { place, schema } of uses) {
    if (typeof place.value !== 'string') continue;
    const rest = place.value.replaceAll(fieldForm, '');
    if (/[{}]/.test(rest))
      yield { place, message: `${words} has a brace that begins or ends no field: ${rest.trim()}.` };
    for (const [, , path = ''] of place.value.matchAll(fieldForm)) {
      if (path !== 'location' && !hasField(schema, path)) {
        yield { place, message: `The response of ${operation.name} has no field ${path}, which ${words} prints.` };
      }
    }
  }
}

function hasField(schema: Place, path: string): boolean {
  let place = schema;
  for (const key of path.split('.')) {
    // A nullable object is one of two schemas.
    const found: Place | undefined = [place, ...items(place.at('oneOf')), ...items(place.at('anyOf'))]
      .map((each) => each.at('properties', key))
      .find(({ value }) => isObject(value));
    if (!found) return false;
    place = found;
  }
  return true;
}
