/**
 * Reads providers.yaml: a list of suppliers, each with a name, a type, the fields of its type, which are its live side, and `test`,
 * its test side. The fields of the test side are of the same type. None is taken over from the live side, so that no live address or
 * secret can reach a test side. Every fault is reported with its line, in the form FILE:LINE: REASON. No message contains a value of
 * the file that may be a secret.
 */
import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Environment } from '../settings/read-settings.ts';
import { isWorldReadable, readSecretFile, worldReadable } from '../settings/secret-file.ts';
import { StartError } from '../start-error.ts';
import { parseYaml, YamlFault, type LocatedYaml, type Path } from './located-yaml.ts';
import type { SupplierSchema, SupplierType } from './supplier-type.ts';

/** An entry of the file that matches the schema of its type. */
export interface SupplierEntry {
  readonly name: string;
  readonly type: string;
  readonly live: SupplierSide | undefined;
  readonly test: SupplierSide | 'simulate' | undefined;
}

/** One side of an entry. */
export interface SupplierSide {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Returns the error that refuses this side, or one of its fields, for this reason. */
  readonly refuse: (reason: string, field?: string, cause?: unknown) => StartError;
}

const maxFileLength = 1_000_000;
const ajv = new Ajv2020({ verbose: true, strict: false });

const nameSchema = {
  type: 'string',
  pattern: '^[a-z0-9_-]{1,40}$',
  description: 'a text of 1 to 40 characters of a-z, 0-9, _ and -',
};

interface SupplierText {
  readonly name: string;
  readonly type: string;
  readonly test?: object | 'simulate';
}

interface VariableSource {
  readonly environment: Environment;
  /** Receives a text for people about a source that is accepted. */
  readonly warn: (text: string) => void;
}

/** Reads the entries of the file. Throws a StartError for the first fault. */
export function readSuppliersFile(
  file: string,
  { types, ...source }: VariableSource & { types: Readonly<Record<string, SupplierType>> },
): SupplierEntry[] {
  const yaml = parse(file);
  const refuse = (path: Path, reason: string, cause?: unknown) =>
    new StartError(`${file}:${yaml.lineOf(path)}: ${reason}. Fix it, or name another file with --providers.`, {
      cause,
    });
  check(yaml.value, fileSchema(types), { refuse, parent: [] });
  // Matches the schema of the file.
  const { providers } = yaml.value as { providers: readonly SupplierText[] };

  const lineByName = new Map<string, number>();
  return providers.map((entry, index) => {
    const at = ['providers', index];
    const { name, type, test, ...fields } = entry;
    const schema = types[type]?.schema ?? { required: [], properties: {} };
    const isTestOnly = test !== undefined && test !== 'simulate' && Object.keys(fields).length === 0;
    const isText = typeof test === 'string';
    check(entry, entrySchema(schema, { isTestOnly, isText }), { refuse, parent: at });
    const earlier = lineByName.get(name);
    if (earlier !== undefined)
      throw refuse([...at, 'name'], `${name} is the name of the supplier in line ${earlier} too`);
    lineByName.set(name, yaml.lineOf([...at, 'name']));
    const toSide = (given: object, path: Path): SupplierSide => ({
      // An object stays an object.
      fields: readVariables(given, { ...source, refuse, path }) as SupplierSide['fields'],
      refuse: (reason, field, cause) => refuse(field === undefined ? path : [...path, field], reason, cause),
    });
    return {
      name,
      type,
      live: isTestOnly ? undefined : toSide(fields, at),
      test: typeof test === 'object' ? toSide(test, [...at, 'test']) : test,
    };
  });
}

/** The live side is left out only if `test` stands alone. `isText`: `test` is a text, which must be simulate. */
function entrySchema(
  { required, properties }: SupplierSchema,
  { isTestOnly, isText }: { isTestOnly: boolean; isText: boolean },
): object {
  const names = Object.keys(properties);
  const fields = names.length === 0 ? 'an empty object' : `an object with the fields ${names.join(', ')}`;
  const description = `simulate, or ${fields}`;
  const side = { type: 'object', additionalProperties: false, required, properties };
  return {
    type: 'object',
    additionalProperties: false,
    required: isTestOnly ? [] : required,
    properties: {
      name: true,
      type: true,
      ...properties,
      test: isText ? { const: 'simulate', description } : { ...side, description },
    },
  };
}

interface Refusing {
  /** Returns the error for the value at this path. */
  readonly refuse: (path: Path, reason: string, cause?: unknown) => StartError;
}

function parse(file: string): LocatedYaml {
  const fix = 'Fix it, or name another file with --providers.';
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

function fileSchema(types: Readonly<Record<string, SupplierType>>): object {
  const names = Object.keys(types);
  return {
    type: 'object',
    additionalProperties: false,
    required: ['providers'],
    description: 'a list of suppliers below the key providers',
    properties: {
      providers: {
        type: 'array',
        minItems: 1,
        maxItems: 50,
        description: 'a list of 1 to 50 suppliers',
        items: {
          type: 'object',
          required: ['name', 'type'],
          description: 'an object with a name and a type',
          properties: { name: nameSchema, type: { enum: names, description: `one of ${names.join(', ')}` } },
        },
      },
    },
  };
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
