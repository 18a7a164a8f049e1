import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Provider } from '../../providers/provider.ts';

/** Node's messages about the syntax of a module in a file that it takes for CommonJS. */
const moduleSyntax = /^(?:Cannot use import statement outside a module|Unexpected token 'export')/;

/**
 * Imports a module of the user and returns its default export, or undefined without one. npm init makes packages of CommonJS, in which
 * Node refuses the syntax of a module: the error then says what to change.
 */
export async function importDefault(path: string): Promise<unknown> {
  try {
    // A module is an object of its exports.
    return ((await import(pathToFileURL(resolve(path)).href)) as { default?: unknown }).default;
  } catch (cause) {
    if (!(cause instanceof SyntaxError) || !moduleSyntax.test(cause.message)) throw cause;
    const fix = 'Node takes it for CommonJS, because its package.json says so: npm pkg set type=module';
    throw new SyntaxError(`${cause.message}. ${fix}`, { cause });
  }
}

/** The names of the required methods of a port. A missing or unknown name does not compile. */
export type Methods<T> = { [K in keyof T as T[K] extends (...args: never[]) => unknown ? K : never]-?: true };

const providerMethods: Methods<Provider> = {
  handlesVenue: true,
  searchVenues: true,
  searchAvailability: true,
  checkRequest: true,
  book: true,
  release: true,
};

/** Returns why a value that a module exported is not a provider, or undefined. `what` names the value. */
export function findProviderFault(what: string, value: unknown): string | undefined {
  const hasName = isObject(value) && typeof value['name'] === 'string' && value['name'] !== '';
  return hasName ? findMissingMethod(what, value, providerMethods) : `${what} has no name`;
}

/** Returns which method the value lacks, or undefined. */
export function findMissingMethod(
  what: string,
  value: unknown,
  methods: Readonly<Record<string, true>>,
): string | undefined {
  if (!isObject(value)) return `${what} is not an object`;
  const missing = Object.keys(methods).find((name) => typeof value[name] !== 'function');
  return missing === undefined ? undefined : `${what} has no function ${missing}`;
}

/** Returns whether the fields of the value can be read. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
