/**
 * Every x- block at the root and the x-behavior of every operation match their JSON Schemas: those of the toolkit, or a project's own
 * in the folder behavior/ beside its contract. The tables of server, client and docs are generated from these blocks.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { isObject, operations, type Place, type Problem, type Rule, webhooks } from '../contract.ts';

/** The schemas of the toolkit. The package contains its sources. */
const toolkitSchemas = fileURLToPath(new URL('../../../src/blocks', import.meta.url));
/** Contains responses. metered-headers, error-codes, bounded and exemplified check them. */
const unrouted = 'x-unrouted';

const ajv = new Ajv2020({ allErrors: true, verbose: true });
/** The validators by the text of their schema. One process can lint many copies of a contract. */
const compiled = new Map<string, ValidateFunction>();

interface Block {
  readonly name: string;
  readonly place: Place;
}

export const behaviorSchema: Rule = function* (contract, { required = [] }) {
  const blocks = contract.entries().filter(([key]) => key.startsWith('x-') && key !== unrouted);
  for (const name of required.filter((expected) => !blocks.some(([key]) => key === expected))) {
    yield { place: contract, message: `The block ${name} is missing. Add it at the root, as a $ref into behavior/.` };
  }
  for (const [name, place] of blocks) {
    const validate = compileSchema(contract, `${name.slice('x-'.length)}.schema.json`);
    yield* checkBlock({ name, place }, validate);
  }
  const validate = compileSchema(contract, 'operation.schema.json');
  for (const { name, place } of operations(contract)) {
    yield* checkBlock({ name: `x-behavior of ${name}`, place: place.at('x-behavior') }, validate);
  }
  for (const { event, place } of webhooks(contract)) {
    const behavior = place.at('x-behavior');
    if (behavior.value === undefined) continue;
    yield {
      place: behavior,
      message: `The webhook ${event} has x-behavior, which is for operations only. Remove it.`,
    };
  }
};

/** The validator for a schema in behavior/, or of the toolkit; undefined if neither has the file. */
export function compileSchema(contract: Place, file: string): ValidateFunction | undefined {
  const own = join(dirname(contract.location.source.absoluteRef), 'behavior');
  const path = [own, toolkitSchemas].map((folder) => join(folder, file)).find(existsSync);
  if (path === undefined) return undefined;
  const text = readFileSync(path, 'utf8');
  const known = compiled.get(text);
  if (known) return known;
  const schema: unknown = JSON.parse(text);
  if (!isObject(schema)) throw new TypeError(`${path} contains no JSON Schema. Write one.`);
  const validate = ajv.compile(schema);
  compiled.set(text, validate);
  return validate;
}

/** Yields each difference between a block and its schema. */
export function* checkBlock({ name, place }: Block, validate: ValidateFunction | undefined): Iterable<Problem> {
  if (!validate) {
    yield { place: place.mention, message: `${name} has no schema. Write one in behavior/.` };
  } else if (place.value === undefined) {
    yield { place, message: `${name} is missing. Add it; its schema describes it.` };
  } else if (!validate(place.value)) {
    // The errors of then and else are more precise than the error of their if.
    const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
    yield* errors.map((error) => toProblem({ name, place }, error));
  }
}

function toProblem({ name, place }: Block, error: ErrorObject): Problem {
  const fault = place.at(...error.instancePath.split('/').slice(1).map(unescapePointer));
  const where = `${name}${error.instancePath}`;
  const { additionalProperty, allowedValues } = error.params;
  if (typeof additionalProperty === 'string') {
    const message = `${where} has ${additionalProperty}, which its schema does not allow. Remove it.`;
    return { place: fault.at(additionalProperty), message };
  }
  // A whole object would hide the error.
  const found = isObject(error.data) ? where : `${where} is ${fault.text()}, but`;
  const allowed = Array.isArray(allowedValues) ? `: ${allowedValues.join(', ')}` : '';
  return { place: fault, message: `${found} ${error.message}${allowed}.` };
}

function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
