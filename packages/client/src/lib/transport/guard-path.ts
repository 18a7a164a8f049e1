/**
 * Fills the id into a path (promise 7). The contract has no other path parameter. An empty id, `.` and `..` would select
 * another path: cancelling `..` would call /v1/cancel.
 *
 * @throws TypeError before anything is sent.
 */
export function guardPath(path: string, { id }: { readonly id?: unknown }): string {
  return path.replace('{id}', () => {
    const part = typeof id === 'string' ? id : '';
    if (/^\.{0,2}$/.test(part)) throw new TypeError(`'${part}' is no id.`);
    return encodeURIComponent(part);
  });
}
