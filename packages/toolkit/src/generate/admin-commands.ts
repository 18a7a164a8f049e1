/**
 * Compiles the x-command blocks of the admin contract into a table with one row for each command. The flags of a command follow from
 * the parameters and the body of its operation.
 */
import { isJsonObject, type JsonObject } from '../document/bundled-contract.ts';
import { constantText } from './generated-tables.ts';

/** The part of the bundled admin contract that the table is made from. */
export interface CommandContract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, CommandOperation>>>>;
  readonly components: JsonObject;
  readonly 'x-command-groups': object;
}

export interface CommandOperation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content?: Readonly<Record<string, { schema: Schema }>>;
  };
  readonly 'x-command'?: Readonly<Record<string, CommandBlock>>;
}

interface Reference {
  readonly $ref: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minProperties?: number;
}

/** A block that blocks/command.schema.json describes. */
interface CommandBlock extends JsonObject {
  readonly argument?: string;
  readonly flags?: Readonly<Record<string, FlagOverride>>;
  readonly body?: Readonly<Record<string, string>>;
  readonly with_organization?: string;
  readonly pages?: 'all';
}

interface FlagOverride {
  readonly flag?: string;
  readonly value?: string;
  readonly default?: string;
}

/** A parameter or a field of the body. */
interface Input {
  readonly in: 'path' | 'query' | 'body';
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
}

/** The table, as one line for each command, and the groups of commands. */
export function adminCommandTable(contract: CommandContract, name = 'admin'): string {
  const operations = Object.values(contract.paths).flatMap((methods) => Object.values(methods));
  const rows = operations.flatMap((operation) =>
    Object.entries(operation['x-command'] ?? {}).map(
      ([words, block]) => [words, toRow(block, { contract, operation })] as const,
    ),
  );
  const lines = rows.map(([words, row]) => `  ${JSON.stringify(words)}: ${JSON.stringify(row)},\n`);
  const groups = JSON.stringify(contract['x-command-groups'], null, 2);
  return `export const ${name}Commands = {\n${lines.join('')}} as const;\n\nexport const ${name}CommandGroups = ${groups} as const;\n`;
}

/** The filters of each list, in the order of the contract: the parameters of its query, without those of its pages. */
export function adminFilterTable(contract: CommandContract, prefix = 'admin'): string {
  const lists = Object.values(contract.paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, inputsOf(operation, contract)] as const)
    .filter(([, inputs]) => inputs.some(({ name }) => name === 'cursor'))
    .map(([id, inputs]) => {
      const filters = inputs.filter(
        ({ in: where, name }) => where === 'query' && name !== 'limit' && name !== 'cursor',
      );
      return [id, filters.map((input) => toFilter(input, contract))] as const;
    })
    .filter(([, filters]) => filters.length > 0);
  return constantText(`${prefix}Filters`, Object.fromEntries(lists));
}

function toFilter({ name, schema }: Input, contract: CommandContract): object {
  const { enum: values, format, maxLength } = resolve(schema, contract);
  if (values) return { name, kind: 'word', values };
  return format === 'date-time' ? { name, kind: 'time' } : { name, kind: 'text', maxLength };
}

function toRow(
  { argument, flags: overrides = {}, body, with_organization, ...block }: CommandBlock,
  { contract, operation }: { contract: CommandContract; operation: CommandOperation },
): object {
  const inputs = inputsOf(operation, contract).filter(
    ({ in: where, name }) =>
      !(where === 'body' && body !== undefined && name in body) &&
      !(block.pages === 'all' && (name === 'limit' || name === 'cursor')),
  );
  if (with_organization !== undefined) {
    inputs.unshift({
      in: 'path',
      name: 'organization_id',
      required: false,
      description: 'The id of the organization. The default is all.',
      schema: {},
    });
  }
  const given = inputs.find(({ in: where, name }) => where === 'path' && name === argument);
  const schema = bodySchema(operation, contract);
  return {
    operation: operation.operationId,
    ...(with_organization !== undefined && { with_organization }),
    ...block,
    ...(given && { argument: { name: given.name, value: overrides[given.name]?.value ?? upper(bare(given.name)) } }),
    flags: inputs
      .filter((input) => input !== given)
      .map((input) => toFlag(input, { override: overrides[input.name] ?? {}, contract })),
    ...(body && { body }),
    ...((schema?.minProperties ?? 0) > 0 && { needs_field: true }),
  };
}

function toFlag(
  { in: where, name, required, description, schema }: Input,
  { override, contract }: { override: FlagOverride; contract: CommandContract },
): object {
  const { type, enum: words, format, minimum, maximum, items } = resolve(schema, contract);
  const flag = override.flag ?? shortNames[name] ?? name.replaceAll('_', '-');
  const values = words ?? (items && resolve(items, contract).enum);
  const isNullable = Array.isArray(type) && type.includes('null');
  const kind = items
    ? 'list'
    : words
      ? 'word'
      : type === 'integer'
        ? 'integer'
        : format === 'date-time'
          ? 'time'
          : type === 'boolean'
            ? 'switch'
            : 'text';
  const fallbacks: Partial<Record<string, string>> = { integer: 'N', time: 'TIME' };
  const fallback = fallbacks[kind] ?? upper(name === 'organization_id' ? bare(name) : flag);
  const meaning = [
    toMeaning(description),
    ...(values ? [`: ${values.join(items ? ',' : ', ')}`] : []),
    ...(isNullable ? ['; none for null'] : []),
    ...(override.default === undefined ? [] : [` (default: ${override.default})`]),
  ].join('');
  return {
    in: where,
    name,
    flag: kind === 'switch' ? `--${flag}` : `--${flag} <${override.value ?? fallback.split('_').at(-1)}>`,
    meaning,
    kind,
    ...(required && override.default === undefined && { required: true }),
    ...(override.default !== undefined && { default: override.default }),
    ...(values && { values }),
    ...(kind === 'integer' && { minimum, maximum }),
    ...(isNullable && { nullable: true }),
  };
}

/** Parameters with a flag that is shorter than their name. */
const shortNames: Readonly<Record<string, string>> = {
  organization_id: 'org',
  created_from: 'from',
  created_before: 'before',
};

function inputsOf(operation: CommandOperation, contract: CommandContract): Input[] {
  const parameters = (operation.parameters ?? []).flatMap((each) => {
    const { name, in: where, required = false, description = '', schema } = resolve<Parameter>(each, contract);
    return where === 'path' || where === 'query' ? [{ in: where, name, required, description, schema } as const] : [];
  });
  const body = bodySchema(operation, contract);
  const fields = Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
    in: 'body' as const,
    name,
    required: body?.required?.includes(name) ?? false,
    description: schema.description ?? resolve(schema, contract).description ?? '',
    schema,
  }));
  return [...parameters, ...fields];
}

function bodySchema({ requestBody }: CommandOperation, contract: CommandContract): Schema | undefined {
  const schema = requestBody?.content?.['application/json']?.schema;
  return schema && resolve(schema, contract);
}

/** The target of a reference, or the value itself. */
function resolve<T extends object>(value: T | Reference, contract: CommandContract): T {
  if (!('$ref' in value) || value.$ref === undefined) return value as T;
  let target: unknown = contract;
  for (const key of value.$ref.split('/').slice(1)) target = isJsonObject(target) ? target[key] : undefined;
  // The bundler has found the target of every reference, and it has the same kind.
  return target as T;
}

/** A description as the meaning of a flag: without the period at its end, and without an initial capital. */
function toMeaning(description: string): string {
  const text = description.replaceAll('`', '').replace(/\.$/, '');
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

function bare(name: string): string {
  return name.replace(/_id$/, '');
}

function upper(name: string): string {
  return name.replaceAll('-', '_').toUpperCase();
}
