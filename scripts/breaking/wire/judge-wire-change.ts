import type { Finding } from '../finding.ts';
import { contractPointer } from './wire-document.ts';

/** One change in the report of `redocly diff --format json`. Only the fields that are read here. */
export interface WireChange {
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
export function judgeWireChange(change: WireChange): Finding[] {
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
