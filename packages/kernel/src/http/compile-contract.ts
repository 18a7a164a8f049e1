/**
 * Compiles a contract: as values, for a service that compiles at start, or as the text of a module, which loads in a fraction of that
 * time. Both have the same functions of Ajv, with the options, formats and keywords of express-openapi-validator, whose verdicts and
 * messages the tests compare (docs/decisions/003-request-path.md).
 */
import { Ajv2020, type CodeKeywordDefinition } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import formats from 'ajv-formats';
import { type Combination, splitCombinations } from './combinations.ts';

interface Schema {
  readonly $ref?: string;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, { readonly const?: string }>>;
}

interface Reference {
  readonly $ref: string;
}

/** A path, query or header parameter. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema: Schema;
}

export interface RequestBody {
  readonly required?: boolean;
  readonly content: Readonly<Record<string, { readonly schema?: Schema }>>;
}

/** The part of an operation that is compiled. */
interface DocumentOperation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody | Reference;
}

/** The part of a bundled contract that is compiled. */
export interface ContractDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly requestBodies?: Readonly<Record<string, RequestBody>>;
  };
}

/** Returns the operation's parameters, and their schemas, with every reference resolved. */
export function parametersOf({ components }: ContractDocument, { parameters = [] }: DocumentOperation): Parameter[] {
  return parameters.map((each) => {
    const parameter = '$ref' in each ? components.parameters?.[nameIn(each.$ref)] : each;
    if (!parameter) throw new Error(`The contract has no parameter ${JSON.stringify(each)}.`);
    const { $ref } = parameter.schema;
    return {
      ...parameter,
      schema: ($ref === undefined ? undefined : components.schemas[nameIn($ref)]) ?? parameter.schema,
    };
  });
}

/**
 * Returns the schema of a JSON body, found by its media type: parameters, letter case, a suffix such as in application/merge-patch+json,
 * and a range such as application/* all name JSON. application/json comes first. Throws if the body has no such schema, because no check
 * would run.
 */
export function bodySchema(document: ContractDocument, { operationId, requestBody }: DocumentOperation): Schema {
  const { content = {} } = resolveBody(document, requestBody) ?? {};
  const found = Object.entries(content).flatMap(([key, media]) => {
    const type = key.split(';')[0]?.trim().toLowerCase() ?? '';
    return jsonTypes.test(type) ? [{ type, media }] : [];
  });
  const [first, next] = found.toSorted((a, b) => rank(a.type) - rank(b.type));
  if (first && first.type === next?.type) {
    throw new Error(`The body of ${operationId} states ${first.type} twice, in different spellings. Keep one.`);
  }
  if (!first) {
    const types = Object.keys(content).join(', ') || 'no media type';
    throw new Error(
      `The body of ${operationId} states ${types}, and the service reads JSON. Document application/json.`,
    );
  }
  if (first.media.schema === undefined) {
    throw new Error(`The body of ${operationId} has no schema. Write one; {} allows every value.`);
  }
  return first.media.schema;
}

/** Returns the body of an operation, which may be a component. */
export function resolveBody(
  { components }: ContractDocument,
  body: RequestBody | Reference | undefined,
): RequestBody | undefined {
  if (body === undefined || !('$ref' in body)) return body;
  const found = components.requestBodies?.[nameIn(body.$ref)];
  if (!found) throw new Error(`The contract has no ${body.$ref}.`);
  return found;
}

const jsonTypes = /^(?:application\/json|[^/]+\/[^/]+\+json|application\/\*|\*\/\*)$/;

/** The more exact media type first. */
function rank(type: string): number {
  return type === 'application/json' ? 0 : type.includes('*') ? 2 : 1;
}

/** The schemas of a body that is one of several. The value of one field selects the schema. */
export interface TaggedBody {
  /** The field, usually `type`. */
  readonly field: string;
  readonly schemas: readonly { readonly tag: string; readonly schema: Schema }[];
}

/** If the body is one of several schemas: the field that has a different constant in each schema, and these constants. */
export function findTaggedBody({ components }: ContractDocument, body: Schema): TaggedBody | undefined {
  const resolve = (schema: Schema | undefined): Schema | undefined =>
    schema?.$ref === undefined ? schema : components.schemas[nameIn(schema.$ref)];
  const branches = resolve(body)?.oneOf ?? [];
  const tagsIn = (field: string) =>
    branches.flatMap((schema) => {
      const tag = resolve(schema)?.properties?.[field]?.const;
      return tag === undefined ? [] : [{ tag, schema }];
    });
  const field = Object.keys(resolve(branches[0])?.properties ?? {}).find(
    (name) => tagsIn(name).length === branches.length,
  );
  return field === undefined ? undefined : { field, schemas: tagsIn(field) };
}

/** The last part of a reference: the name of the component. */
function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

/** Compiles every operation of a contract. Throws if a schema cannot be compiled. */
export function compileContract(given: ContractDocument): CompiledContract {
  const document = withoutNameTypes(given);
  const compilers = createCompilers(document);
  return compileOperations<Check>(document, (part, schema) => compilers[part].compile(schema));
}

/** Returns the text of a module that exports the compiled contract under a name. */
export function compiledModule(given: ContractDocument, exportName: string): string {
  const document = withoutNameTypes(given);
  const compilers = createCompilers(document);
  // Equal schemas have one check.
  const names = { parameters: new Map<string, string>(), body: new Map<string, string>() };
  const operations = compileOperations(document, (part, schema) => {
    const text = JSON.stringify(schema);
    const name = names[part].get(text) ?? `check${names[part].size}`;
    // The key is a fragment, so that the references in the schema stay those of the components.
    if (!names[part].has(text)) compilers[part].addSchema(schema, `#${name}`);
    names[part].set(text, name);
    return `${codeMark}${part}.${name}`;
  });
  // Each compiler names its functions alone, so each has a block.
  const blockOf = (part: Part) => {
    const exported = [...names[part].values()].map((check) => [check, `#${check}`]);
    const code = standalone.default(compilers[part], Object.fromEntries(exported));
    return `const ${part} = {};\n{\nconst exports = ${part};\n${code}\n}\n`;
  };
  const rows = JSON.stringify(operations, null, 2).replaceAll(new RegExp(`"${codeMark}([^"]*)"`, 'g'), '$1');
  return `// @ts-nocheck
import { createRequire } from 'node:module';
import type { CompiledContract } from '@booking-service/kernel/http';

const require = createRequire(import.meta.url);
${blockOf('parameters')}${blockOf('body')}
export const ${exportName}: CompiledContract = ${rows};
`;
}

/** Marks a text that is code in the module. */
const codeMark = 'code:';

/** The parameters are converted from text, the body is not. So each has a compiler. */
type Part = 'parameters' | 'body';

/** Compiles the schema of a part of an operation to a check, or to its name. */
type CompileSchema<C> = (part: Part, schema: object) => C;

function compileOperations<C>(document: ContractDocument, compile: CompileSchema<C>): CompiledContract<C> {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const compiled = operations.map((operation) => {
    const { operationId } = operation;
    const requestBody = resolveBody(document, operation.requestBody);
    const parameters = parametersOf(document, operation);
    const { schema: body, combinations } = requestBody ? splitBody(document, operation) : {};
    const row: CompiledOperation<C> = {
      body: requestBody ? (requestBody.required === true ? 'required' : 'optional') : 'none',
      parameters: parameters.map(({ name, in: place, style, explode, schema }) => ({
        name,
        in: place,
        style,
        explode,
        isList: schema.type === 'array' ? true : undefined,
        isInteger: (schema.items ?? schema).type === 'integer' ? true : undefined,
      })),
      checkParameters: parameters.length === 0 ? undefined : compile('parameters', schemaOf(parameters)),
      checkBody: body && compileBody(document, body, compile),
      combinations,
    };
    return [operationId, row] as const;
  });
  return Object.fromEntries(compiled);
}

/** The schema of a body, and the combinations of fields that it excludes. The schema is a reference, unless it excludes some. */
export function splitBody(
  document: ContractDocument,
  operation: DocumentOperation,
): { schema: Schema; combinations?: readonly Combination[] } {
  const schema = bodySchema(document, operation);
  const resolved = schema.$ref === undefined ? schema : document.components.schemas[nameIn(schema.$ref)];
  const { rest, combinations } = splitCombinations(resolved ?? schema);
  return combinations.length > 0 ? { schema: rest, combinations } : { schema };
}

/** A body of several tagged schemas has a check for each, so that errors are about the schema that the caller meant. */
function compileBody<C>(
  document: ContractDocument,
  schema: ReturnType<typeof bodySchema>,
  compile: CompileSchema<C>,
): CompiledOperation<C>['checkBody'] {
  const tagged = findTaggedBody(document, schema);
  if (!tagged) return { check: compile('body', schema) };
  const checks = tagged.schemas.map((each) => [each.tag, compile('body', each.schema)] as const);
  return { field: tagged.field, checks: Object.fromEntries(checks) };
}

/** The names of properties are strings. For their type, Ajv would write code that converts a name by assigning to a constant. */
function withoutNameTypes(document: ContractDocument): ContractDocument {
  const withoutType = (key: string, value: unknown) =>
    key === 'propertyNames' ? { ...(value as object), type: undefined } : value;
  return JSON.parse(JSON.stringify(document, withoutType)) as ContractDocument;
}

const fields = { query: 'query', header: 'headers', path: 'params' } as const;

/** The schema of `{ query, headers, params }`. */
function schemaOf(parameters: readonly Parameter[]): object {
  const groups = Object.entries(fields).map(([place, field]) => {
    const within = parameters
      .filter((parameter) => parameter.in === place)
      .map((each) => ({ ...each, name: place === 'header' ? each.name.toLowerCase() : each.name }));
    const properties = Object.fromEntries(within.map(({ name, schema }) => [name, schema]));
    const required = within.filter((each) => each.required).map(({ name }) => name);
    return [field, within.length === 0 ? {} : { type: 'object', properties, required }] as const;
  });
  return { properties: Object.fromEntries(groups) };
}

/** Refuses a field that a request must not send. Ajv's own keyword checks nothing. */
const readOnly: CodeKeywordDefinition = {
  keyword: 'readOnly',
  schemaType: 'boolean',
  error: { message: 'is read-only' },
  code(context) {
    if (context.schema === true) context.fail();
  },
};

function createCompilers(document: ContractDocument): Readonly<Record<Part, Ajv2020>> {
  return { parameters: createCompiler(document, true), body: createCompiler(document, false) };
}

function createCompiler({ components }: ContractDocument, coerceTypes: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    validateSchema: false,
    coerceTypes,
    code: { source: true, lines: true },
  });
  formats.default(ajv, { mode: 'full' });
  ajv.removeKeyword('readOnly').addKeyword(readOnly);
  // Under the text of its reference, each component is compiled once.
  for (const [name, schema] of Object.entries(components.schemas))
    ajv.addSchema(schema, `#/components/schemas/${name}`);
  return ajv;
}

// The compiled form of a contract: what a server needs to read and to check the requests of each operation.

/** A fault that a check found. */
export interface Fault {
  /** A JSON pointer into the checked data. */
  readonly instancePath: string;
  /** A JSON pointer to the keyword in the schema. */
  readonly schemaPath?: string | undefined;
  readonly keyword: string;
  readonly message?: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Returns whether the data keeps to a schema. If not, `errors` has the faults until the next call. */
export interface Check {
  (data: unknown): unknown;
  readonly errors?: readonly Fault[] | null | undefined;
}

/** The place and the form of a parameter. */
export interface CompiledParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly style?: string | undefined;
  readonly explode?: boolean | undefined;
  readonly isList?: boolean | undefined;
  /** True if each value is an integer. */
  readonly isInteger?: boolean | undefined;
}

/**
 * The check of a body. If the body is one of several schemas, the value of one field, usually `type`, selects the check.
 */
export type BodyCheck<C = Check> =
  | { readonly field?: undefined; readonly check: C }
  | { readonly field: string; readonly checks: Readonly<Record<string, C>> };

export interface CompiledOperation<C = Check> {
  readonly body: 'required' | 'optional' | 'none';
  readonly parameters: readonly CompiledParameter[];
  /** The check of `{ query, headers, params }`, which converts their values in place, from text to the types of the contract. */
  readonly checkParameters?: C | undefined;
  readonly checkBody?: BodyCheck<C> | undefined;
  /** The combinations of fields that the body must not have. `checkBody` does not look for them. */
  readonly combinations?: readonly Combination[] | undefined;
}

/** The operations of a contract by their operationIds. */
export type CompiledContract<C = Check> = Readonly<Record<string, CompiledOperation<C>>>;
