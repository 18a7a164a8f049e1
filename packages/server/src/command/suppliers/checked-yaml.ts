/**
 * A YAML file of the operator whose values are checked by schemas. Every fault is reported with its line, in the form FILE:LINE: REASON.
 * No message contains a value of the file that may be a secret.
 */
import { readFileSync } from 'node:fs';
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { KeyMode } from '@booking-service/contract';
import type { Environment } from '../settings/read-settings.ts';
import { isWorldReadable, readSecretFile, worldReadable } from '../settings/value-parsers.ts';
import { StartError } from '../start-error.ts';
import type { Sides } from '../../providers/integrations.ts';

/** A place in a document: the names of fields and the positions in lists that lead to it. */
export type Path = readonly (string | number)[];

/** A fault in a YAML file, with its line from 1. */
class YamlFault extends Error {
  override readonly name = 'YamlFault';
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** A YAML document that reports the line of each value. */
interface LocatedYaml {
  readonly value: unknown;
  /** Returns the line, from 1, of the field or item at this path, or of its nearest parent if nothing is there. */
  lineOf(path: Path): number;
}

/** Parses YAML 1.2. Throws a YamlFault for a syntax error, a repeated key or an unknown tag. */
function parseYaml(text: string): LocatedYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [fault] = [...document.errors, ...document.warnings];
  if (fault) {
    // Some messages end with the text at the fault, which may be a secret.
    const reason = fault.message.replace(/(?:: | %)[^]*$/, '');
    throw new YamlFault(reason, lines.linePos(fault.pos[0]).line);
  }

  function find(node: unknown, key: string | number): { start: number | undefined; node: unknown } | undefined {
    const held = isAlias(node) ? node.resolve(document) : node;
    if (isMap(held)) {
      const pair = held.items.find((each) => isScalar(each.key) && String(each.key.value) === String(key));
      return pair && { start: startOf(pair.key), node: pair.value };
    }
    if (!isSeq(held)) return undefined;
    const item = held.items[Number(key)];
    return item === undefined ? undefined : { start: startOf(item), node: item };
  }

  return {
    // An alias may stand for at most 100 nodes, so that a small file cannot become a large value.
    value: document.toJS({ maxAliasCount: 100 }) as unknown,
    lineOf(path) {
      let node: unknown = document.contents;
      let start = startOf(node) ?? 0;
      for (const key of path) {
        const found = find(node, key);
        if (!found) break;
        start = found.start ?? start;
        node = found.node;
      }
      return lines.linePos(start).line;
    },
  };
}

function startOf(node: unknown): number | undefined {
  // Every node that the parser made has a range.
  return (node as Node | null | undefined)?.range?.[0];
}

/** The variables that a file may name. */
interface VariableSource {
  readonly environment: Environment;
  /** Receives a text for people about a source that is accepted. */
  readonly warn: (text: string) => void;
  /** The flag that names the file, for messages. Default: --providers. */
  readonly flag?: string;
}

export interface CheckedYaml {
  readonly value: unknown;
  /** Returns the line, from 1, of the value at this path. */
  lineOf(path: Path): number;
  /** Returns the error for the value at this path. */
  refuse(path: Path, reason: string, cause?: unknown): StartError;
  /** Throws the error of the first fault of a value that stands at this path. The `description` of a schema completes "… must be". */
  check(value: unknown, schema: object, path: Path): void;
  /** Returns the fields of an object that stands at this path, and has been checked. Each `{ env: VARIABLE }` becomes its value. */
  fieldsAt(given: object, path: Path): CheckedFields;
}

/** The fields of one integration. */
export interface CheckedFields {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Returns the error that refuses these fields, or one of them, for this reason. */
  readonly refuse: (reason: string, field?: string, cause?: unknown) => StartError;
}

const maxFileLength = 1_000_000;
const ajv = new Ajv2020({ verbose: true, strict: false });

/** Opens the file. Throws a StartError if it cannot be read, or is not YAML. */
export function openCheckedYaml(file: string, source: VariableSource): CheckedYaml {
  const fix = `Fix it, or name another file with ${source.flag ?? '--providers'}.`;
  const yaml = parse(file, fix);
  const refuse = (path: Path, reason: string, cause?: unknown) =>
    new StartError(`${file}:${yaml.lineOf(path)}: ${reason}. ${fix}`, {
      cause,
    });
  return {
    value: yaml.value,
    lineOf: (path) => yaml.lineOf(path),
    refuse,
    check: (value, schema, parent) => check(value, schema, { refuse, parent }),
    fieldsAt: (given, path) => ({
      // An object stays an object.
      fields: readVariables(given, { ...source, refuse, path }) as CheckedFields['fields'],
      refuse: (reason, field, cause) => refuse(field === undefined ? path : [...path, field], reason, cause),
    }),
  };
}

interface Refusing {
  /** Returns the error for the value at this path. */
  readonly refuse: (path: Path, reason: string, cause?: unknown) => StartError;
}

function parse(file: string, fix: string): LocatedYaml {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new StartError(`Cannot read ${file} (${reason}). ${fix}`, { cause });
  }
  if (text.length > maxFileLength) throw new StartError(`${file} is longer than ${maxFileLength} characters. ${fix}`);
  try {
    return parseYaml(text);
  } catch (cause) {
    if (cause instanceof YamlFault) throw new StartError(`${file}:${cause.line}: ${cause.message}. ${fix}`, { cause });
    throw new StartError(`${file} is not valid YAML. ${fix}`, { cause });
  }
}

/** Throws the error of the first fault of a value that stands at `parent`. */
function check(value: unknown, schema: object, { refuse, parent }: Refusing & { parent: Path }): void {
  const validate = ajv.compile(schema);
  if (validate(value)) return;
  const [fault] = validate.errors ?? [];
  if (!fault) throw new Error('Ajv reports no error for an invalid value.');
  const path = [...parent, ...fault.instancePath.split('/').slice(1).map(unescape)];
  const unknown = fault.params['additionalProperty'] as unknown;
  throw refuse(typeof unknown === 'string' ? [...path, unknown] : path, explain(fault, path));
}

/** Completes FILE:LINE. The names of fields are shown, their values are not. */
function explain({ keyword, params, parentSchema, message }: ErrorObject, path: Path): string {
  const last = path.at(-1) ?? 'the file';
  const what = /^\d+$/.test(String(last)) ? `each item of ${path.at(-2)}` : last;
  const { description, properties = {} } = (parentSchema ?? {}) as { description?: string; properties?: object };
  if (keyword === 'required') return `${String(params['missingProperty'])} is missing`;
  if (keyword === 'additionalProperties') {
    return `${String(params['additionalProperty'])} is not a field here; the fields are ${Object.keys(properties).join(', ')}`;
  }
  return `${what} must be ${description ?? message?.replace('must be ', '') ?? 'valid'}`;
}

type Reading = Refusing & VariableSource & { readonly path: Path };

/** Copies a value and replaces each `{ env: VARIABLE }` in it by the value of this variable. */
function readVariables(value: unknown, { path, ...given }: Reading): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const readAt = (each: unknown, key: string | number) => readVariables(each, { ...given, path: [...path, key] });
  if (Array.isArray(value)) return value.map(readAt);
  const variable = Object.keys(value).length === 1 && 'env' in value ? value.env : undefined;
  if (typeof variable === 'string') return readVariable(variable, { ...given, path });
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, readAt(each, name)]));
}

/** Returns the value of the variable, or the text of the file that VARIABLE_FILE names. */
function readVariable(variable: string, { environment, warn, refuse, path }: Reading): string {
  const ofFile = `${variable}_FILE`;
  const [text, file] = [environment[variable], environment[ofFile]];
  if (file === undefined) {
    if (text !== undefined && text.trim() !== '') return text;
    throw refuse(path, `the environment variable ${variable} is ${text === undefined ? 'not set' : 'empty'}`);
  }
  if (text !== undefined) throw refuse(path, `${variable} and ${ofFile} are both set; unset one of them`);
  const secret = readSecretFile(file, ofFile);
  if (secret.trim() === '') throw refuse(path, `${file}, which ${ofFile} names, is empty`);
  if (isWorldReadable(file)) warn(worldReadable(file));
  return secret;
}

function unescape(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

interface SectionToRead {
  /** The key of the file. */
  readonly key: string;
  /** The sides that it may have. */
  readonly sides: readonly KeyMode[];
  /** The schema of a side. */
  readonly sideSchema: object;
}

/** Reads a key of the file that has sides. Returns undefined if the file lacks it. Throws a StartError with the line of a fault. */
export function readSection<Side extends object>(
  yaml: CheckedYaml,
  { key, sides, sideSchema }: SectionToRead,
): Sides<Side> | undefined {
  // The schema of the file has checked that it is an object.
  const section = (yaml.value as Readonly<Record<string, unknown>>)[key];
  if (section === undefined) return undefined;
  const isSingle = sides.length === 1;
  const schema = {
    type: 'object',
    additionalProperties: false,
    ...(isSingle ? { required: sides } : { minProperties: 1 }),
    description: isSingle
      ? `an object with the side ${sides[0]}`
      : `an object with the sides ${sides.join(' and ')}, or one of them`,
    properties: Object.fromEntries(sides.map((side) => [side, sideSchema])),
  };
  yaml.check(section, schema, [key]);
  // Matches the schema.
  return section as Sides<Side>;
}
