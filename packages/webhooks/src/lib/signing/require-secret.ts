/** Throws TypeError if the secret is unset or blank: nothing is ever signed or verified without one. */
export function requireSecret(secret: unknown): asserts secret is string {
  if (typeof secret !== 'string' || secret.trim() === '') {
    throw new TypeError('The signing secret is unset or blank: set it.');
  }
}
