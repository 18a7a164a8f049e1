import type { Finding } from './finding.ts';
import { contractPointer } from './wire-document.ts';

/** One change in the report of `redocly diff --format json`, as far as it is read here. */
export interface WireChange {
  readonly path: string;
  /** What it is a change of: `Header`, `Parameter`, `Schema`. */
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

const takeBack = 'Take it back, or add the new beside the old: another operation, an optional field.';

/**
 * What is breaking about a change of the wire: Redocly's own verdicts, and what it lets pass. What may gain members stands in
 * x-extensible-enum, which Redocly does not compare: the contract tells callers to tolerate one that they do not know
 * (BKG-7). Every enum and choice of an answer is closed: callers may have covered each case.
 */
export function judgeWireChange(change: WireChange): Finding[] {
  const told = change.verdicts.filter(({ impact }) => impact === 'major');
  const judged = told.map(({ ruleId, message }) => ({ rule: ruleId, advice: `${message} ${takeBack}` }));
  const unseen = judged.length > 0 ? undefined : findUnderrated(change);
  return [...judged, ...(unseen ? [unseen] : [])].map(({ rule, advice }) => ({
    rule: `wire/${rule}`,
    pointer: contractPointer((change.revision ?? change.base)?.pointer ?? change.path),
    before: change.base?.value,
    after: change.revision?.value,
    advice,
  }));
}

/** What Redocly calls a patch although a caller can break on it. */
function findUnderrated(change: WireChange): { rule: string; advice: string } | undefined {
  const { path, typeName, kind, property, base, revision } = change;
  const isHeader = typeName === 'Header' || (typeName === 'Parameter' && path.startsWith('#/webhooks/'));
  if (isHeader && property === 'required' && base?.value === true && revision?.value !== true) {
    return { rule: 'header-became-optional', advice: 'Keep sending it always: callers and receivers read it unasked.' };
  }
  if (isHeader && typeName === 'Parameter' && (property === 'name' || (kind === 'removed' && property === undefined))) {
    return { rule: 'webhook-header-removed', advice: 'Keep sending it under its name; a new header may stand beside.' };
  }
  if (typeName === 'Schema' && property === 'default' && base !== undefined) {
    return { rule: 'default-changed', advice: 'Keep the default: it is what callers get who leave the field out.' };
  }
}
