/** Declared here, so that a program without the types of Node.js compiles. */
interface Runtime {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
}

/**
 * Returns an option's value, or its environment variable. Reads no variable in a runtime without `process`, such as a browser.
 *
 * @throws TypeError if it is missing or malformed. The message does not show the value: it may be a key.
 */
export function setting(
  option: string,
  variable: string,
  form: RegExp,
  value: string = (globalThis as Runtime).process?.env?.[variable] ?? '',
): string {
  if (!form.test(value)) throw new TypeError(`Set ${option} or ${variable} to match ${form}.`);
  return value;
}
