import { createRequire } from 'node:module';

interface Schema {
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, { readonly const?: string }>>;
}

/** An operation of the document, as far as the server reads it. */
export interface DocumentOperation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** The bundled contract, as far as the server reads it. */
export interface ContractDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, object>>;
  };
}

/** Loads the bundled contract. */
export function loadContractDocument(): ContractDocument {
  return createRequire(import.meta.url)('@booking-service/contract/openapi.json') as ContractDocument;
}

/** The schemas of a body that is one of several, told apart by the value of one field. */
export interface TaggedBody {
  /** The field: `type`, as a rule. */
  readonly field: string;
  readonly schemas: readonly { readonly tag: string; readonly schema: Schema }[];
}

/** Where the body is one of several schemas: the field that has another constant in each of them, and its values. */
export function findTaggedBody(
  { components }: ContractDocument,
  { requestBody }: DocumentOperation,
): TaggedBody | undefined {
  const resolve = (schema: Schema | undefined): Schema | undefined =>
    schema?.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1) ?? ''];
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

/** The operation, taking no body. */
export function withoutBody({ requestBody: _body, ...operation }: DocumentOperation): DocumentOperation {
  return operation;
}

/** The operation, with another schema for its body. */
export function withBodySchema(operation: DocumentOperation, schema: Schema): DocumentOperation {
  return { ...operation, requestBody: { ...operation.requestBody, content: { 'application/json': { schema } } } };
}
