/** Why the store cannot be opened or used, in a sentence that names the mend. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
