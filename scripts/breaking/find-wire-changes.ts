import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import type { BundledContract } from '../contract/bundled-contract.ts';
import { isJsonObject } from '../contract/json-object.ts';
import type { Finding } from './finding.ts';

const redocly = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));
const config = fileURLToPath(new URL('../../openapi/redocly.yaml', import.meta.url));
const run = promisify(execFile);

/**
 * Returns each breaking change that plain OpenAPI expresses: of paths, webhooks, schemas, headers and security.
 *
 * @throws if Redocly cannot read one of the contracts.
 */
export async function findWireChanges(base: BundledContract, revision: BundledContract): Promise<Finding[]> {
  const [before, after] = [wireDocument(base), wireDocument(revision)];
  if (isDeepStrictEqual(before, after)) return [];
  const folder = await mkdtemp(join(tmpdir(), 'breaking-'));
  const [baseFile, revisionFile] = [join(folder, 'base.json'), join(folder, 'revision.json')];
  const report = join(folder, 'report.json');
  try {
    await Promise.all([writeFile(baseFile, JSON.stringify(before)), writeFile(revisionFile, JSON.stringify(after))]);
    const flags = ['--config', config, '--format', 'json', '--fail-on', 'none', '--output', report];
    await run(process.execPath, [redocly, 'diff', baseFile, revisionFile, ...flags]);
    const { changes } = JSON.parse(await readFile(report, 'utf8')) as { changes: WireChange[] };
    return changes.filter((change) => !isNarrowedResponse(change, revision)).flatMap(judgeWireChange);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One change in the report of `redocly diff --format json`. Only the fields that are read here. */
interface WireChange {
  readonly path: string;
  /** The type of the changed object: `Header`, `Parameter`, `Schema`. */
  readonly typeName: string;
  readonly kind: string;
  readonly property?: string;
  readonly base?: WireValue;
  readonly revision?: WireValue;
  readonly verdicts: readonly WireVerdict[];
}

interface WireValue {
  readonly pointer: string;
  readonly value: unknown;
}

interface WireVerdict {
  readonly ruleId: string;
  readonly impact: string;
  readonly message: string;
}

const undo = 'Undo it, or add the new next to the old: another operation, an optional field.';

/**
 * Returns the findings of a change of the wire: Redocly's verdicts, and changes that Redocly underrates. Lists that may gain
 * members are in x-extensible-enum, which Redocly does not compare: callers must accept unknown members (BKG-7). Every enum
 * and choice of a response is closed, because a caller may have a case for each member.
 */
function judgeWireChange(change: WireChange): Finding[] {
  const major = change.verdicts.filter(({ impact }) => impact === 'major');
  const judged = major.map(({ ruleId, message }) => ({ rule: ruleId, advice: `${message} ${undo}` }));
  const underrated = judged.length > 0 ? undefined : findUnderrated(change);
  return [...judged, ...(underrated ? [underrated] : [])].map(({ rule, advice }) => ({
    rule: `wire/${rule}`,
    pointer: contractPointer((change.revision ?? change.base)?.pointer ?? change.path),
    before: change.base?.value,
    after: change.revision?.value,
    advice,
  }));
}

/** Returns the finding of a change that Redocly calls a patch although it can break a caller. */
function findUnderrated(change: WireChange): { rule: string; advice: string } | undefined {
  const { path, typeName, kind, property, base, revision } = change;
  const isHeader = typeName === 'Header' || (typeName === 'Parameter' && path.startsWith('#/webhooks/'));
  if (isHeader && property === 'required' && base?.value === true && revision?.value !== true) {
    return { rule: 'header-became-optional', advice: 'Always send it: callers and receivers read it without a check.' };
  }
  if (isHeader && typeName === 'Parameter' && (property === 'name' || (kind === 'removed' && property === undefined))) {
    return { rule: 'webhook-header-removed', advice: 'Keep sending it under its name. You may add a new header.' };
  }
  if (typeName === 'Schema' && property === 'default' && base !== undefined) {
    return { rule: 'default-changed', advice: 'Keep the default: callers that omit the field get it.' };
  }
}

/**
 * Returns whether a response that had one of several forms now always has one of them. A caller that reads all forms reads
 * that one, too. Redocly reports only that the choice was removed.
 */
function isNarrowedResponse({ kind, path, base }: WireChange, revision: BundledContract): boolean {
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

const unroutedPath = '/x-unrouted';
const unroutedResponses = '#/paths/~1x-unrouted/get/responses';

/**
 * Returns the contract as Redocly compares it. The responses outside all operations (x-unrouted) are moved to a path, where
 * Redocly compares them, and everything that Redocly ignores is removed. Equal documents have the same wire.
 */
function wireDocument(contract: BundledContract): object {
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
function contractPointer(pointer: string): string {
  return pointer.startsWith(unroutedResponses) ? pointer.replace(unroutedResponses, '#/x-unrouted') : pointer;
}
