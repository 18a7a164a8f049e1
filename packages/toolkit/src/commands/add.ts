import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isMap, isNode, isScalar, parseDocument, stringify, type Document } from 'yaml';
import { namedContracts, type ContractConfig } from '../config.ts';
import { partsOf } from '../project/document-parts.ts';
import { currentProject, print, readArgs, UsageError, type Command } from './command.ts';

const usage = `Usage: contract add operation NAME --route 'METHOD PATH' --like OPERATION
       contract add error CODE --status STATUS --message TEXT --action TEXT
       contract add field NAME --schema SCHEMA --like FIELD

Writes what generate cannot: the first form of an operation, an entry of the error catalogue, an optional field. Prints the files and the next steps.
Exits with 2, and writes nothing, if it exists.

  --contract <NAME>   the contract; default: the first of toolkit.config.ts
  --route <ROUTE>     the method and path: 'GET /v1/loans/{id}/history'
  --like <OPERATION>  the operation whose behavior, parameters, body and responses the new one begins with
  --schema <SCHEMA>   the object that gets the field
  --like <FIELD>      the field of the object whose form the new one begins with
  --status <STATUS>   the HTTP status of the refusal
  --message, --action <TEXT>  the text of the refusal, and what a caller should do`;

const flags = {
  contract: { type: 'string' },
  route: { type: 'string' },
  like: { type: 'string' },
  status: { type: 'string' },
  message: { type: 'string' },
  action: { type: 'string' },
  schema: { type: 'string' },
} as const;

type Flags = { readonly [K in keyof typeof flags]?: string | undefined };

interface Addition {
  readonly root: string;
  readonly contract: ContractConfig;
  readonly name: string;
  readonly values: Flags;
}

const kinds: Readonly<Record<string, (addition: Addition) => Added>> = {
  operation: addOperation,
  error: addError,
  field: addField,
};

/** The written file, and the next steps. */
interface Added {
  readonly path: string;
  readonly text: string;
  readonly steps: readonly string[];
}

export const addCommand: Command = {
  summary: 'begins an operation, an error code or a field',
  usage,
  async run(args) {
    const { values, positionals } = readArgs(args, { flags, words: 2, usage });
    const [kind = '', name = ''] = positionals;
    const add = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    if (!add) throw new UsageError(usage);
    const { root, config } = await currentProject();
    const [[, contract] = []] = namedContracts(config, { root, only: values.contract });
    if (!contract) throw new UsageError('toolkit.config.ts has no contract.');
    const { path, text, steps } = add({ root, contract, name, values });
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    print(`Wrote ${path}.`);
    const { command = 'npx contract generate' } = config;
    for (const step of [...steps, `Run ${command}, and then npx contract lint.`]) print(`- ${step}`);
    return 0;
  },
};

/** Copies an operation under another name to another route: a file of its own, or a path of a contract in one file. */
function addOperation({ root, contract, name, values: { route, like } }: Addition): Added {
  if (!/^[a-z][A-Za-z0-9]*$/.test(name)) throw new UsageError(`${name} is no operationId. Use a form like createLoan.`);
  const [verb = '', path = ''] = required(route, '--route').split(' ');
  const method = verb.toLowerCase();
  if (!/^(?:get|put|post|delete|patch)$/.test(method) || !path.startsWith('/')) {
    throw new UsageError(`${route} is no route. Use a form like 'GET /v1/loans/{id}'.`);
  }
  const { paths } = partsOf(contract, root);
  const index = readYaml(root, contract.document);
  const items = pathItems(index, { root, contract });
  if (items.some(({ id }) => id === name)) throw new UsageError(`The operation ${name} exists.`);
  const model = items.find(({ id }) => id === required(like, '--like'));
  if (!model) throw new UsageError(`The operation ${like} does not exist. Use an operation of ${contract.document}.`);
  const isSplit = paths.endsWith('/');
  const file = isSplit ? `${paths}${path.slice(1).replaceAll('/', '_')}.yaml` : contract.document;
  const document = isSplit && !existsSync(join(root, file)) ? parseDocument('{}') : readYaml(root, file);
  if (isMap(document.contents)) document.contents.flow = false;
  const place = isSplit ? [method] : ['paths', path, method];
  if (document.hasIn(place)) throw new UsageError(`${route} exists in ${file}.`);
  const operation = { ...model.operation, operationId: name };
  document.setIn(place, document.createNode(withoutMethodName(operation)));
  return {
    path: file,
    text: document.toString({ lineWidth: 120 }),
    steps: [
      `It is a copy of ${like}. Change its summary, description, x-behavior, parameters, body, responses and examples.`,
      `Write its handler, the function ${name}.`,
    ],
  };
}

/** Adds an entry at the end of the error catalogue. */
function addError({ root, contract, name, values: { status, message, action } }: Addition): Added {
  if (!/^[a-z]+(?:_[a-z]+)*$/.test(name)) throw new UsageError(`${name} is no error code. Use a form like not_found.`);
  if (!/^[45]\d\d$/.test(required(status, '--status'))) throw new UsageError(`${status} is no status of an error.`);
  const file = partsOf(contract, root).blocks('x-errors');
  const document = readYaml(root, file);
  const place = file === contract.document ? ['x-errors', name] : [name];
  if (document.hasIn(place)) throw new UsageError(`The error code ${name} exists in ${file}.`);
  const entry = {
    status: Number(status),
    stands_in: ['error_code'],
    retry: Number(status) >= 500 ? 'backoff' : 'never',
    message: required(message, '--message'),
    action: required(action, '--action'),
    sandbox: 'It has no trigger yet.',
  };
  document.setIn(place, document.createNode(entry));
  // A catalogue of its own keeps its format: the entry is added at its end.
  const catalogue = readFileSync(join(root, file), 'utf8');
  const text =
    file === contract.document
      ? document.toString({ lineWidth: 0 })
      : `${catalogue.replace(/\n*$/, '\n')}${stringify({ [name]: entry }, { lineWidth: 0 })}`;
  return {
    path: file,
    text,
    steps: [
      `Add ${name} to the x-error-codes of each ${status} response that can have it, with an example.`,
      'Replace the text of sandbox: it names how a caller triggers the code.',
      `Refuse with it: throw new Refusal('${name}').`,
    ],
  };
}

/** Copies a field under another name to the end of its object. The rest of the file keeps its format. */
function addField({ root, contract, name, values: { schema, like } }: Addition): Added {
  if (!/^[a-z]\w*$/.test(name)) throw new UsageError(`The name of a field has a form like due_at, not ${name}.`);
  const { file, text, place } = findProperties(required(schema, '--schema'), { root, contract });
  const properties = parseDocument(text).getIn(place, true);
  if (!isMap(properties)) throw new UsageError(`The schema ${schema} has no properties.`);
  const fields = properties.items.map(({ key, value }) => {
    // Parsed nodes have a range, and the keys of properties are texts.
    const start = isNode(key) ? (key.range?.[0] ?? 0) : 0;
    const end = isNode(value) ? (value.range?.[1] ?? 0) : 0;
    return { name: isScalar(key) ? String(key.value) : '', start, end };
  });
  if (fields.some((each) => each.name === name)) throw new UsageError(`The field ${name} of ${schema} exists.`);
  const model = fields.find((each) => each.name === required(like, '--like'));
  const last = fields.at(-1);
  if (!model || !last) throw new UsageError(`The schema ${schema} has no field ${like}.`);
  const copied = text
    .slice(model.start, model.end)
    .trimEnd()
    .replace(/^[^:]+/, name)
    .replace(/: &\w+ /, ': ');
  const before = text.slice(0, last.end).trimEnd();
  const indent = ' '.repeat(last.start - text.lastIndexOf('\n', last.start) - 1);
  return {
    path: file,
    text: `${before}${properties.flow ? ', ' : `\n${indent}`}${copied}${text.slice(before.length)}`,
    steps: [
      `It is a copy of ${like}. Change its description, its bounds and its example.`,
      `Add it to required if every ${schema} has it. A request of a released contract cannot get a required field.`,
      `If ${schema} has x-not-personal, list it there, or mark it with x-personal.`,
    ],
  };
}

/** The file of a schema, and the place of its properties there. */
function findProperties(
  schema: string,
  { root, contract }: Pick<Addition, 'root' | 'contract'>,
): { readonly file: string; readonly text: string; readonly place: readonly string[] } {
  const files = new Set([contract.document]);
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    const document = parseDocument(text);
    for (const place of [
      ['components', 'schemas', schema, 'properties'],
      [schema, 'properties'],
    ]) {
      if (document.hasIn(place)) return { file, text, place };
    }
    const referred = [...text.matchAll(/\$ref: *['"]?([^'"#\s}]+\.ya?ml)/g)].map(([, to = '']) =>
      join(dirname(file), to),
    );
    for (const each of referred) if (existsSync(join(root, each))) files.add(each);
  }
  throw new UsageError(`There is no schema ${schema} with properties in ${contract.document} and its files.`);
}

interface PathItem {
  readonly id: string;
  readonly operation: Readonly<Record<string, unknown>>;
}

/** The operations of a document, those in its path files included. */
function pathItems(index: Document, { root, contract }: Pick<Addition, 'root' | 'contract'>): PathItem[] {
  const { paths = {} }: { paths?: Record<string, Methods> } = index.toJS();
  return Object.values(paths).flatMap((item) => {
    const { $ref: reference } = item;
    const methods: Methods =
      typeof reference === 'string' ? readYaml(root, join(dirname(contract.document), reference)).toJS() : item;
    return Object.values(methods).flatMap((operation) => {
      if (typeof operation !== 'object' || typeof operation['operationId'] !== 'string') return [];
      return [{ id: operation['operationId'], operation }];
    });
  });
}

type Methods = Readonly<Record<string, Readonly<Record<string, unknown>> | string>>;

function withoutMethodName({ 'x-client-method': _named, ...operation }: PathItem['operation']): object {
  return operation;
}

function readYaml(root: string, file: string): Document {
  return parseDocument(readFileSync(join(root, file), 'utf8'));
}

function required(value: string | undefined, flag: string): string {
  if (value === undefined || value === '') throw new UsageError(`${flag} is missing.\n\n${usage}`);
  return value;
}
