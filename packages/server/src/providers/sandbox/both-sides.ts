/** Returns an integration that is the same for both modes, as only a simulated one may be. */
export function bothSides<T>(integration: T): { readonly live: T; readonly test: T } {
  return { live: integration, test: integration };
}
