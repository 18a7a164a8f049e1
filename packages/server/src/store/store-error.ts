/** Thrown if the store cannot be opened or used. The message says why, and what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
