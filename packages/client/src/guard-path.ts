/**
 * Fills the ids into a path (promise 7). An empty id, `.` and `..` would make it another path: cancelling `..` would
 * call /v1/cancel.
 *
 * @throws TypeError before anything is sent.
 */
export function guardPath(path: string, ids: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = String(ids[name] ?? '');
    if (!/^\.{0,2}$/.test(id)) return encodeURIComponent(id);
    throw new TypeError(`${name} '${id}' is no id: nothing was sent.`);
  });
}
