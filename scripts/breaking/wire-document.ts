import type { Contract } from './contract.ts';

const unroutedPath = '/x-unrouted';
const unroutedResponses = '#/paths/~1x-unrouted/get/responses';

/**
 * The contract as Redocly compares it: what is answered outside every operation (x-unrouted) stands at a path, where
 * Redocly sees it, and nothing is left that Redocly does not compare. Two that are equal have the same wire.
 */
export function wireDocument(contract: Contract): object {
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
    paths: { ...Object.fromEntries(paths), ...(unrouted && { [unroutedPath]: { get: { responses: unrouted } } }) },
  };
}

/** A pointer into a wire document, as a pointer into the contract. */
export function contractPointer(pointer: string): string {
  return pointer.startsWith(unroutedResponses) ? pointer.replace(unroutedResponses, '#/x-unrouted') : pointer;
}
