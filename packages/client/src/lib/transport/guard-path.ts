/**
 * Fills the parameters into a path (promise 7). An empty value, `.` and `..` would select another path: cancelling `..` would
 * call /v1/cancel.
 *
 * @throws TypeError before anything is sent.
 */
export function guardPath(path: string, parameters: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    // The types of both callers require a text. JavaScript and casts can leave it out.
    const part = (parameters[name] as string | undefined) ?? '';
    if (/^\.{0,2}$/.test(part)) throw new TypeError(`'${part}' is no ${name}.`);
    return encodeURIComponent(part);
  });
}
