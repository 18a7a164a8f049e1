import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

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
