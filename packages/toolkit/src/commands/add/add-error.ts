import { parseDocument, stringify } from 'yaml';
import { partsOf } from '../../project/document-parts.ts';
import { UsageError } from '../command.ts';
import { readText, required, type Added, type Addition } from './addition.ts';
import { addEntry } from './edit-yaml.ts';

/** Adds an entry at the end of the error catalogue. */
export function addError({ root, contract, name, values: { status, message, action } }: Addition): Added {
  if (!/^[a-z]+(?:_[a-z]+)*$/.test(name)) throw new UsageError(`${name} is no error code. Use a form like not_found.`);
  if (!/^[45]\d\d$/.test(required(status, '--status'))) throw new UsageError(`${status} is no status of an error.`);
  const file = partsOf(contract, root).blocks('x-errors');
  const text = readText(root, file);
  const place = file === contract.document ? ['x-errors'] : [];
  if (parseDocument(text).hasIn([...place, name])) throw new UsageError(`The error code ${name} exists in ${file}.`);
  const code = {
    status: Number(status),
    stands_in: ['error_code'],
    retry: Number(status) >= 500 ? 'backoff' : 'never',
    message: required(message, '--message'),
    action: required(action, '--action'),
    sandbox: 'It has no trigger yet.',
  };
  const entry = stringify({ [name]: code }, { lineWidth: 0 }).trimEnd();
  return {
    files: new Map([[file, addEntry(text, place, { entry })]]),
    steps: [
      `Add ${name} to the x-error-codes of each ${status} response that can have it, with an example.`,
      'Replace the text of sandbox: it names how a caller triggers the code.',
      `Refuse with it: throw new Refusal('${name}').`,
    ],
  };
}
