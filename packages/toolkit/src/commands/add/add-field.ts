import { parseDocument } from 'yaml';
import { UsageError } from '../command.ts';
import { findSchema, readText, required, type Added, type Addition } from './addition.ts';
import { addEntry, copyEntry } from './edit-yaml.ts';

/** Copies a field under another name to the end of its object. */
export function addField({ root, contract, name, values: { schema, like } }: Addition): Added {
  if (!/^[a-z]\w*$/.test(name)) throw new UsageError(`The name of a field has a form like due_at, not ${name}.`);
  const { file, place } = findSchema(required(schema, '--schema'), { root, contract });
  const [text, properties] = [readText(root, file), [...place, 'properties']];
  const document = parseDocument(text);
  if (document.hasIn([...properties, name])) throw new UsageError(`The field ${name} of ${schema} exists.`);
  if (!document.hasIn([...properties, required(like, '--like')])) {
    throw new UsageError(`The schema ${schema} has no field ${like}.`);
  }
  const entry = copyEntry(text, [...properties, like ?? '']).replace(/^[^:]+/, name);
  return {
    files: new Map([[file, addEntry(text, properties, { entry })]]),
    steps: [
      `It is a copy of ${like}. Change its description, its bounds and its example.`,
      `Add it to required if every ${schema} has it. A request of a released contract cannot get a required field.`,
      `If ${schema} has x-not-personal, list it there, or mark it with x-personal.`,
    ],
  };
}
