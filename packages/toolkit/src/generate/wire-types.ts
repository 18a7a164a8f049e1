import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { typedDocument, withUnions } from './typed-document.ts';

/** Returns the TypeScript types of the operations and schemas of a bundled contract. */
export async function wireTypes(json: string, { immutable = true }: { immutable?: boolean } = {}): Promise<string> {
  const types = await openapiTS(withUnions(typedDocument(JSON.parse(json) as OpenAPI3)), {
    alphabetize: true,
    immutable,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  });
  return astToString(types);
}

/** Returns the TypeScript types of any other OpenAPI document. */
export async function documentTypes(document: object): Promise<string> {
  return astToString(await openapiTS(document as OpenAPI3, { alphabetize: true, silent: true }));
}
