/** Stands in for {@link file://./node-hmac.ts} where a bundler builds for browsers: it could never run there. */
export function createNodeSign(_secret: unknown): never {
  throw new TypeError('This runtime has no node:crypto: use verifyAsync or checkAsync.');
}
