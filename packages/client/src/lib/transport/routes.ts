import { operationTable } from '../../generated/tables.ts';
import type { OperationId } from '../resources/resources.ts';
import type { CallInfo } from './middleware.ts';

/** Returns the call of a method and a path, with the path in the contract: `/v1/things/{id}` of `/v1/things/1?…`. */
export function findOperation(url: string): CallInfo {
  const called = url.replace(/\?.*/, '');
  const [operation, call = called] =
    Object.entries(operationTable).find(([, known]) =>
      new RegExp(`^${known.replace(/\{(\w+)\}/g, '[^/]+')}$`).test(called),
    ) ?? [];
  const [method, path] = call.split(' ') as [method: string, path: string];
  // The table's keys are the operationIds.
  return { operation: operation as OperationId | undefined, method, path };
}

/**
 * Fills the parameters into a path (promise 7). An empty value, `.` and `..` would select another path: the
 * parent of the resource.
 *
 * @throws TypeError before anything is sent.
 */
export function guardPath(path: string, parameters: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    // The types of both callers require a text or a number. JavaScript and casts can leave it out.
    const part = String((parameters[name] as string | number | undefined) ?? '');
    if (/^\.{0,2}$/.test(part)) throw new TypeError(`'${part}' is no ${name}.`);
    return encodeURIComponent(part);
  });
}
