/** Thrown where the database cannot be asked right now, as it is held by somebody or out of reach: the same call may pass soon. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}
