/** Thrown where the database cannot be asked right now, as somebody else holds it: the same call may pass soon. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}
