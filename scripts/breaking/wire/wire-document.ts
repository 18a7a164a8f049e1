import type { BundledContract } from '../../contract/bundled-contract.ts';

const unroutedPath = '/x-unrouted';
const unroutedResponses = '#/paths/~1x-unrouted/get/responses';

/**
 * Returns the contract as Redocly compares it. The responses outside all operations (x-unrouted) are moved to a path, where
 * Redocly compares them, and everything that Redocly ignores is removed. Equal documents have the same wire.
 */
export function wireDocument(contract: BundledContract): object {
  const { 'x-unrouted': unrouted, ...rest } = contract;
  const wire = Object.entries(rest).filter(([key]) => !key.startsWith('x-'));
  const paths = Object.entries(contract.paths).map(([url, operations]) => [
    url,
    Object.fromEntries(
      Object.entries(operations).map(([method, { 'x-behavior': _behavior, ...operation }]) => [method, operation]),
    ),
  ]);
  return {
    ...Object.fromEntries(wire),
    paths: { ...Object.fromEntries(paths), [unroutedPath]: { get: { responses: unrouted } } },
  };
}

/** Converts a pointer into a wire document to a pointer into the contract. */
export function contractPointer(pointer: string): string {
  return pointer.startsWith(unroutedResponses) ? pointer.replace(unroutedResponses, '#/x-unrouted') : pointer;
}
