/** Wrong arguments. The message names the right ones. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
