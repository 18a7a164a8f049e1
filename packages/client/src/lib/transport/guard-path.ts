/**
 * Fills the parameters into a path. An empty value, `.` and `..` would select another path: the
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
