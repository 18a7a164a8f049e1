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
