/** A name in camel case: `late_fee` is `lateFee`. */
export function camel(name: string): string {
  return name.replaceAll(/[-_.](\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The name of a resource or of an event in the names of its schemas: `late_fee` is `LateFee`, `loan.created` is `LoanCreated`. */
export function pascal(name: string): string {
  return name.replaceAll(/(?:^|[-_.])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** A name in the form of a file's name: `createLoan` is `create-loan`. */
export function kebab(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}

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
