/**
 * Imports a package that depends on this one, and is therefore no dependency of it. Throws if it is not installed. `Exports` are the
 * exports that every version of the package has.
 */
export async function loadPackage<Exports>(name: string): Promise<Exports> {
  try {
    return (await import(name)) as Exports;
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing || !cause.message.includes(name)) throw cause;
    throw new Error(`the package ${name} is not installed: npm install ${name}`, { cause });
  }
}
