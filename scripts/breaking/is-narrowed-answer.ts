import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Contract } from './contract.ts';
import type { WireChange } from './judge-wire-change.ts';

/**
 * Whether an answer that had one of several forms now always has one of them: who reads all of them reads that one, too.
 * Redocly says of it only that the choice is gone.
 */
export function isNarrowedAnswer({ kind, path, base }: WireChange, revision: Contract): boolean {
  const [, holder] = /^(.*)\/(?:oneOf|anyOf)$/.exec(path) ?? [];
  if (kind !== 'removed' || holder === undefined || !isSent(path)) return false;
  const now = valueAt(revision, holder);
  return Array.isArray(base?.value) && base.value.some((form) => isDeepStrictEqual(form, now));
}

/** Whether the service sends what stands there. */
function isSent(path: string): boolean {
  return path.startsWith('#/webhooks/') || path.includes('/responses/');
}

/** What stands at a pointer that may lead through references; one that stands there itself is given as it is. */
function valueAt(contract: Contract, pointer: string): unknown {
  const keys = pointer.split('/').slice(1);
  return keys.reduce<unknown>((node, key) => {
    const target = isJsonObject(node) && typeof node['$ref'] === 'string' ? valueAt(contract, node['$ref']) : node;
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    return Object.entries(target ?? {}).find(([each]) => each === name)?.[1];
  }, contract);
}
