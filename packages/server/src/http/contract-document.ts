import { createRequire } from 'node:module';
import type { OperationRow } from '@booking-service/contract';

interface Schema {
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, { readonly const?: string }>>;
}

interface DocumentOperation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** The bundled contract, as far as the server reads it. */
export interface ContractDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Loads the bundled contract. */
export function loadContractDocument(): ContractDocument {
  return createRequire(import.meta.url)('@booking-service/contract/openapi.json') as ContractDocument;
}

/** The values of `type` that the operation's body may have, where it is one of several tagged schemas. */
export function tagsOf({ paths, components }: ContractDocument, { path, method }: OperationRow): readonly string[] {
  const resolve = (schema: Schema | undefined): Schema | undefined =>
    schema?.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  const body = resolve(paths[path]?.[method]?.requestBody?.content['application/json']?.schema);
  return (body?.oneOf ?? []).flatMap((branch) => resolve(branch)?.properties?.['type']?.const ?? []);
}
