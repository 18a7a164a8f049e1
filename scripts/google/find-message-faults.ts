import { Enum, type Field, Type } from 'protobufjs';

/**
 * Compares a message in ProtoJSON with its definition: the names of its fields, their types, the values of enums, and the fields whose
 * comment states (required). A response with a failure has nothing else.
 */
export function findMessageFaults(type: Type, value: unknown, path: string = type.name): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} is not a message`];
  const given = new Map<string, unknown>(Object.entries(value));
  const unknown = [...given.keys()].filter((name) => !Object.hasOwn(type.fields, name));
  const hasFailure = given.has('booking_failure');
  const others = unknown.map((name) => `${path}.${name} is not a field of ${type.name}`);
  if (hasFailure && given.size > 1) others.push(`${path} has a failure and other fields`);
  return others.concat(
    type.fieldsArray.flatMap((field) => {
      const name = `${path}.${field.name}`;
      const item = given.get(field.name);
      if (item === undefined) return isRequired(field) && !hasFailure ? [`${name} is missing`] : [];
      if (!field.repeated) return findValueFaults(field, item, name);
      if (!Array.isArray(item)) return [`${name} is not a list`];
      return item.flatMap((each, index) => findValueFaults(field, each, `${name}[${index}]`));
    }),
  );
}

function findValueFaults(field: Field, value: unknown, path: string): string[] {
  const { resolvedType, type } = field.resolve();
  if (resolvedType instanceof Type) return findMessageFaults(resolvedType, value, path);
  const isValid =
    resolvedType instanceof Enum
      ? typeof value === 'string' && Object.hasOwn(resolvedType.values, value)
      : scalars[type]?.(value);
  return isValid === true ? [] : [`${path} is not a ${type}: ${JSON.stringify(value)}`];
}

/** The scalars of the definition. A 64-bit integer is a text, and readers accept a number. */
const scalars: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  int32: (value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
  int64: (value) => (typeof value === 'string' ? /^-?\d{1,19}$/.test(value) : Number.isSafeInteger(value)),
};

function isRequired({ comment }: Field): boolean {
  return comment?.includes('(required)') ?? false;
}
