/** Masks the destination of a code for responses: `a***@diner.test`, `+35***12`. */
export function maskDestination(destination: string): string {
  return destination.includes('@')
    ? destination.replace(/^(.)[^@]*/, '$1***')
    : `${destination.slice(0, 3)}***${destination.slice(-2)}`;
}
