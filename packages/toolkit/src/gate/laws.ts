/** The laws of behavior: how a value may change within /v1 (VER-2). */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../document/bundled-contract.ts';

/** A value before and after a change. Undefined: absent. */
export interface Change {
  readonly before: unknown;
  readonly after: unknown;
}

/** The kind of a breaking change, in one word, and what to do instead. */
export interface LawViolation {
  readonly happened: string;
  readonly advice: string;
}

/** Returns how a change breaks the law, or undefined if it is compatible. It is called for changed values only. */
export type Law = (change: Change) => LawViolation | undefined;

/** May be added. Then it must not change. */
export const fixed: Law = ({ before, after }) => {
  if (before === undefined) return undefined;
  if (after === undefined) return { happened: 'removed', advice: 'Keep it: callers rely on it.' };
  return { happened: 'changed', advice: 'Keep the old value, and add the new one under another name.' };
};

/** Must not change, and must not be added. */
export const exact: Law = (change) =>
  change.before === undefined
    ? { happened: 'added', advice: 'Leave this entry unchanged, and add another entry with the new value.' }
    : fixed(change);

/** May change freely: programs do not depend on it. */
export const free: Law = () => undefined;

/** Must neither rise nor fall, because it limits one side and is granted to another. */
export const pinned: Law = ({ before, after }) => mayFall({ before, after }) ?? mayRise({ before, after });

/** Must stay. Its text may change. */
export const kept: Law = ({ before, after }) => (after === undefined ? fixed({ before, after }) : undefined);

/** Something that callers are granted: may increase, not decrease. */
export const mayRise: Law = ({ before, after }) => {
  if (typeof before !== 'number' || typeof after !== 'number') return fixed({ before, after });
  return after < before ? { happened: 'lowered', advice: `Keep it at ${before} or more.` } : undefined;
};

/** Something that restricts callers: may decrease, not increase. */
export const mayFall: Law = ({ before, after }) => {
  if (typeof before !== 'number' || typeof after !== 'number') return fixed({ before, after });
  return after > before ? { happened: 'raised', advice: `Keep it at ${before} or less.` } : undefined;
};

/** The time after which something expires. Absent: never. */
export const expiry: Law = ({ before, after }) => {
  if (after === undefined) return undefined;
  if (before !== undefined) return mayRise({ before, after });
  return { happened: 'added', advice: 'Do not let it expire.' };
};

/** A right that a caller must hold: every change refuses callers, or opens the operation to more of them. */
export const access: Law = ({ before, after }) => {
  if (before === undefined) return { happened: 'demanded', advice: 'Require it of a new operation only.' };
  if (after !== undefined) return fixed({ before, after });
  return { happened: 'opened', advice: 'Declare it: more callers may then use the operation.' };
};

/** A right of a role: a change that gives more is never silent, either. */
export const right: Law = (change) => {
  const breach = exact(change);
  return breach && { ...breach, advice: 'Declare it: callers lose the right, or more callers get it.' };
};

/** A requirement on callers: may be dropped, not added or changed. */
export const demand: Law = ({ before, after }) => {
  if (after === undefined || after === false) return undefined;
  if (before !== undefined && before !== false) return fixed({ before, after });
  return { happened: 'demanded', advice: 'Require it of a new operation only: callers of this one do not meet it.' };
};

/** A promise to callers: may be added, not withdrawn. */
export const promise: Law = ({ before, after }) => {
  if (before !== true || after === true) return undefined;
  return { happened: 'withdrawn', advice: 'Keep the promise: callers rely on it.' };
};

/** A set: may gain members, not lose them. */
export const mayGain: Law = ({ before, after }) => {
  const members = listOf(after);
  const lost = listOf(before).filter((member) => !members.some((each) => isDeepStrictEqual(each, member)));
  return lost.length > 0 ? { happened: 'narrowed', advice: `Keep ${lost.map(text).join(', ')}.` } : undefined;
};

/** A list of delays in seconds: may get longer delays and more of them, not shorter ones or fewer. */
export const mayLengthen: Law = ({ before, after }) => {
  const delays = listOf(after);
  const short = listOf(before).some((delay, index) => Number(delays[index] ?? 0) < Number(delay));
  return short ? { happened: 'shortened', advice: `Wait at least ${listOf(before).join(', ')} seconds.` } : undefined;
};

/** An order of checks: members may be added, but not removed, and the others must keep their order. */
export const keepsOrder: Law = ({ before, after }) => {
  const narrowed = mayGain({ before, after });
  if (narrowed) return narrowed;
  const stayed = listOf(before).filter((member) => listOf(after).includes(member));
  const now = listOf(after).filter((member) => stayed.includes(member));
  if (isDeepStrictEqual(stayed, now)) return undefined;
  return { happened: 'reordered', advice: `Keep this order: ${stayed.map(text).join(', ')}.` };
};

const retries = ['never', 'backoff', 'retry_after'];

/** The advice about retries: may promise more, not less. */
export const mayPromiseMore: Law = ({ before, after }) => {
  if (retries.indexOf(String(after)) >= retries.indexOf(String(before))) return undefined;
  return { happened: 'weakened', advice: `Keep ${text(before)}, and add another code for the new case.` };
};

/** A deprecation: may be announced and withdrawn, and its sunset may move to a later day. */
export const announced: Law = ({ before, after }) => {
  const [was, now] = [before, after].map((each) => (isJsonObject(each) ? String(each['sunset']) : undefined));
  if (was === undefined || now === undefined || now >= was) return undefined;
  return { happened: 'advanced', advice: `Keep the sunset ${was}, or set a later one.` };
};

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The laws by which a configuration decides how the values of a contract's own blocks may change. */
export const namedLaws: Readonly<Record<LawName, Law>> = {
  exact,
  fixed,
  free,
  kept,
  mayFall,
  mayGain,
  mayRise,
  pinned,
};

export type LawName = 'exact' | 'fixed' | 'free' | 'kept' | 'mayFall' | 'mayGain' | 'mayRise' | 'pinned';

/** Laws by the paths of values, such as `x-trials/days`. `*` is any key. */
export type OwnLaws = Readonly<Record<string, LawName>>;

/** Each law in words, for the docs. */
export const lawTexts: ReadonlyMap<Law, string> = new Map([
  [fixed, 'may be added, then must not change'],
  [exact, 'must not change or be added'],
  [free, 'may change'],
  [pinned, 'must neither rise nor fall'],
  [kept, 'must stay; its text may change'],
  [mayRise, 'may rise'],
  [mayFall, 'may fall'],
  [expiry, 'may rise or be removed'],
  [access, 'must not change, be added or be removed'],
  [right, 'must not rise or fall'],
  [demand, 'may be dropped'],
  [promise, 'may be added'],
  [mayGain, 'may gain members'],
  [mayLengthen, 'may get more and longer delays'],
  [keepsOrder, 'may gain members; the others stay in their order'],
  [mayPromiseMore, 'may promise more'],
  [announced, 'may be added or removed; its sunset may move to a later day'],
]);
