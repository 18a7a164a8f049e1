/** The names of a product in its generated code, samples and docs. */
export interface Product {
  /** The title of the docs. */
  readonly name: string;
  /** The start of its environment variables: `LIBRARY` for LIBRARY_API_KEY. */
  readonly variables: string;
  /** The scope of its packages, without `@`. */
  readonly scope: string;
  /** The function that creates its client, and the type of the client. */
  readonly client: { readonly create: string; readonly type: string };
  /** The package that receives its webhooks, with `createReceiver`. Default: none, and a sample verifies the signature itself. */
  readonly webhooks?: string;
}
