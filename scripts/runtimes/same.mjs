/** Throws unless the two are the same. */
export function same(name, found, wanted) {
  if (found !== wanted) throw new Error(`${name}: expected ${wanted}, found ${found}`);
}
