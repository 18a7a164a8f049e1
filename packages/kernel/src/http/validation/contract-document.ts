interface Schema {
  readonly $ref?: string;
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
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema: Schema;
}

/** The part of an operation that the server reads. */
export interface DocumentOperation {
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** The part of a bundled contract that the server reads. */
export interface ContractDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
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

/** Reads one parameter of a parsed query. */
export type ReadQuery = (sent: Readonly<Record<string, string | readonly string[] | undefined>>) => unknown;

/** The sign between the values of a list that does not repeat its name, by style. */
const signs: Readonly<Record<string, string>> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' };

/** Creates the function that reads one query parameter, in the form that its style and explode state. */
export function createQueryReader(parameter: Parameter): ReadQuery {
  const { name, style = 'form', explode = style === 'form', schema } = parameter;
  if (style === 'deepObject') {
    return (sent) => {
      const fields = Object.entries(sent).flatMap(([each, value]) => {
        const field = fieldOf(parameter, each);
        return field === undefined ? [] : [[field, value] as const];
      });
      return fields.length > 0 ? Object.fromEntries(fields) : undefined;
    };
  }
  if (schema.type !== 'array') return (sent) => sent[name];
  const sign = explode ? undefined : signs[style];
  return ({ [name]: value }) => {
    const values = value === undefined ? [] : [value].flat();
    if (values.length === 0) return undefined;
    return sign === undefined ? values : values.flatMap((each) => each.split(sign));
  };
}

/** The field that `metadata[order]` names in the parameter metadata; '' for the whole of another parameter. Undefined if it is not of this one. */
export function fieldOf({ name, style }: Parameter, sent: string): string | undefined {
  if (style !== 'deepObject') return sent === name ? '' : undefined;
  return sent.startsWith(`${name}[`) && sent.endsWith(']') ? sent.slice(name.length + 1, -1) : undefined;
}

/** The schemas of a body that is one of several. The value of one field selects the schema. */
export interface TaggedBody {
  /** The field, usually `type`. */
  readonly field: string;
  readonly schemas: readonly { readonly tag: string; readonly schema: Schema }[];
}

/** If the body is one of several schemas: the field that has a different constant in each schema, and these constants. */
export function findTaggedBody(
  { components }: ContractDocument,
  { requestBody }: DocumentOperation,
): TaggedBody | undefined {
  const resolve = (schema: Schema | undefined): Schema | undefined =>
    schema?.$ref === undefined ? schema : components.schemas[nameIn(schema.$ref)];
  const branches = resolve(requestBody?.content['application/json']?.schema)?.oneOf ?? [];
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

/** Returns the operation without its body. */
export function withoutBody({ requestBody: _body, ...operation }: DocumentOperation): DocumentOperation {
  return operation;
}

/** Returns the operation with another schema for its body. */
export function withBodySchema(operation: DocumentOperation, schema: Schema): DocumentOperation {
  return { ...operation, requestBody: { ...operation.requestBody, content: { 'application/json': { schema } } } };
}

/** The last part of a reference: the name of the component. */
function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}
