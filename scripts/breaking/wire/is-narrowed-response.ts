import { isDeepStrictEqual } from 'node:util';
import type { BundledContract } from '../../contract/bundled-contract.ts';
import { isJsonObject } from '../../contract/json-object.ts';
import type { WireChange } from './judge-wire-change.ts';

/**
 * Returns whether a response that had one of several forms now always has one of them. A caller that reads all forms reads
 * that one, too. Redocly reports only that the choice was removed.
 */
export function isNarrowedResponse({ kind, path, base }: WireChange, revision: BundledContract): boolean {
  const [, holder] = /^(.*)\/(?:oneOf|anyOf)$/.exec(path) ?? [];
  if (kind !== 'removed' || holder === undefined || !isSent(path)) return false;
  const now = valueAt(revision, holder);
  return Array.isArray(base?.value) && base.value.some((form) => isDeepStrictEqual(form, now));
}

/** Returns whether the service sends the value at a path. */
function isSent(path: string): boolean {
  return path.startsWith('#/webhooks/') || path.includes('/responses/');
}

/** Returns the value at a pointer, and follows references on the way. It does not follow a reference at the end. */
function valueAt(contract: BundledContract, pointer: string): unknown {
  const keys = pointer.split('/').slice(1);
  return keys.reduce<unknown>((node, key) => {
    const target = isJsonObject(node) && typeof node['$ref'] === 'string' ? valueAt(contract, node['$ref']) : node;
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    return Object.entries(target ?? {}).find(([each]) => each === name)?.[1];
  }, contract);
}
