/** Replaces {@link file://./node-hmac.ts} in bundles for browsers, where that file cannot run: the field `browser` of package.json. */
export function createNodeSign(_secret: unknown): never {
  throw new TypeError('This runtime has no node:crypto. Use verifyAsync or checkAsync.');
}
