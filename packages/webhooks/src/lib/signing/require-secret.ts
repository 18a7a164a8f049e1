/** Throws TypeError if the secret is unset or blank: signing and verification always need one. */
export function requireSecret(secret: unknown): asserts secret is string {
  if (typeof secret !== 'string' || secret.trim() === '') {
    throw new TypeError('The signing secret is unset or blank.');
  }
}
