/** Wrong arguments. The message says what to enter instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
