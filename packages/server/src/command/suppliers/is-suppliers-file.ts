/** Returns whether --providers names a list of suppliers, and not a module. */
export function isSuppliersFile(file: string): boolean {
  return /\.ya?ml$/i.test(file);
}
