/**
 * Compiles a contract: as values, for a service that compiles at start, or as the text of a module, which loads in a fraction of that
 * time. Both have the same functions of Ajv, with the options, formats and keywords of express-openapi-validator, whose verdicts and
 * messages the tests compare (docs/decisions/003-request-path.md).
 */
import { Ajv2020, type CodeKeywordDefinition } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import formats from 'ajv-formats';
import type { Check, CompiledContract, CompiledOperation } from './compiled-contract.ts';
import {
  bodySchema,
  findTaggedBody,
  parametersOf,
  type ContractDocument,
  type Parameter,
  resolveBody,
} from './contract-document.ts';

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
import type { CompiledContract } from '@booking-service/kernel/http/validation/compiled-contract';

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
      checkBody: requestBody && compileBody(document, bodySchema(document, operation), compile),
    };
    return [operationId, row] as const;
  });
  return Object.fromEntries(compiled);
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
