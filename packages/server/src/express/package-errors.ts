import type { ErrorDetail } from '@booking-service/kernel/contract';
import { isOwnFault, maxDetailLength, messageOf, toToken } from '@booking-service/kernel/http';

/** An error of express-openapi-validator about a request. */
interface PackageError {
  /** The code of a fault that Ajv found is its keyword and a suffix. */
  readonly errors: readonly { readonly path: string; readonly message: string; readonly errorCode?: string }[];
}

const places: Readonly<Record<string, ErrorDetail['in']>> = {
  body: 'body',
  params: 'path',
  query: 'query',
  headers: 'header',
};

/** Returns one detail per error of the package about this body. Rethrows any other error. */
export function toDetails(error: unknown, body: unknown): ErrorDetail[] {
  // The package fails when it reads the discriminator of a body that is missing or null.
  if (error instanceof TypeError && body === undefined) return [];
  if (error instanceof TypeError && body === null) return [toDetail('body', '', 'must be object')];
  if (!isPackageError(error)) throw error;
  return error.errors.flatMap(({ path, errorCode = '', ...given }) => {
    const fault = { keyword: errorCode.replace(/\.openapi\.validation$/, ''), message: given.message };
    if (!isOwnFault(fault)) return [];
    const message = messageOf(fault);
    // About a discriminator, the package names the field in the message, and the path of the request in place of that of the field.
    const [, field, values] =
      /^'(\w+)' (?:must|should) be equal to one of the allowed values: (.*)\.$/.exec(message) ?? [];
    if (field !== undefined) return toDetail('body', `/${field}`, `must be one of: ${values}`);
    const [, place = '', rest = ''] = /^\/?([^/]*)\/?(.*)$/s.exec(path) ?? [];
    const where = places[place];
    // The service reports a missing body itself, because the package accepts some.
    if (where === 'body' && body === undefined) return [];
    // The package shortens the path of a fault in a body with a discriminator to its path in the body.
    if (where === undefined) return toDetail('body', toPointer(path.slice(1), body), message);
    return toDetail(where, where === 'body' ? toPointer(rest, body) : rest, message);
  });
}

function toDetail(place: ErrorDetail['in'], path: string, message: string): ErrorDetail {
  return { in: place, path: path.slice(0, maxDetailLength), message: message.slice(0, maxDetailLength) };
}

/** Returns a JSON pointer. The package appends the name of an unknown field unescaped to the pointer of its parent. */
function toPointer(rest: string, node: unknown): string {
  if (rest === '') return '';
  if (isObject(node) && Object.hasOwn(node, rest)) return `/${toToken(rest)}`;
  const slash = rest.indexOf('/');
  if (slash === -1) return `/${rest}`;
  const part = rest.slice(0, slash);
  const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
  return `/${part}${toPointer(rest.slice(slash + 1), isObject(node) ? node[name] : undefined)}`;
}

function isObject(node: unknown): node is Record<string, unknown> {
  return typeof node === 'object' && node !== null;
}

function isPackageError(error: unknown): error is PackageError {
  return (
    error instanceof Error &&
    'status' in error &&
    error.status === 400 &&
    'errors' in error &&
    Array.isArray(error.errors)
  );
}
