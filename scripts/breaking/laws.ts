/** The laws of behaviour: what may become of a value within /v1 (VER-2). */
import { isDeepStrictEqual } from 'node:util';

/** A value before and after; undefined where there was none, or is none any more. */
export interface Change {
  readonly before: unknown;
  readonly after: unknown;
}

/** What happened, in one word, and what to do instead. */
export interface Breach {
  readonly happened: string;
  readonly advice: string;
}

/** Says how a change breaks it, or nothing where the change is additive. It is asked about changed values only. */
export type Law = (change: Change) => Breach | undefined;

/** May appear; once there, it stays as it is. */
export const fixed: Law = ({ before, after }) => {
  if (before === undefined) return undefined;
  if (after === undefined) return { happened: 'removed', advice: 'Keep it: callers rely on it.' };
  return { happened: 'changed', advice: 'Keep the old value, and add the new one beside it under a name of its own.' };
};

/** Stays as it is, absence included. */
export const exact: Law = (change) =>
  change.before === undefined
    ? { happened: 'added', advice: 'Leave this entry as it was, and add another that has the new value.' }
    : fixed(change);

/** May change freely: nobody but a reader goes by it. */
export const free: Law = () => undefined;

/** Stays; what it says may change. */
export const kept: Law = ({ before, after }) => (after === undefined ? fixed({ before, after }) : undefined);

/** What callers are granted: may become more, never less. */
export const mayRise: Law = ({ before, after }) => {
  if (typeof before !== 'number' || typeof after !== 'number') return fixed({ before, after });
  return after < before ? { happened: 'lowered', advice: `Keep it at ${before} or more.` } : undefined;
};

/** What callers have to bear: may become less, never more. */
export const mayFall: Law = ({ before, after }) => {
  if (typeof before !== 'number' || typeof after !== 'number') return fixed({ before, after });
  return after > before ? { happened: 'raised', advice: `Keep it at ${before} or less.` } : undefined;
};

/** A time after which something is lost; absent, nothing ever is. */
export const expiry: Law = ({ before, after }) => {
  if (after === undefined) return undefined;
  if (before !== undefined) return mayRise({ before, after });
  return { happened: 'added', advice: 'Let it last for ever, as it did.' };
};

/** What is asked of a caller: may be dropped, never be made or changed. */
export const demand: Law = ({ before, after }) => {
  if (after === undefined || after === false) return undefined;
  if (before !== undefined && before !== false) return fixed({ before, after });
  return { happened: 'demanded', advice: 'Ask it of a new operation only: callers of this one do not bring it.' };
};

/** What callers are promised: may be made, never taken back. */
export const promise: Law = ({ before, after }) => {
  if (before !== true || after === true) return undefined;
  return { happened: 'withdrawn', advice: 'Keep the promise: callers rely on it.' };
};

/** A set: may gain members, never lose one. */
export const mayGain: Law = ({ before, after }) => {
  const members = listOf(after);
  const lost = listOf(before).filter((member) => !members.some((each) => isDeepStrictEqual(each, member)));
  return lost.length > 0 ? { happened: 'narrowed', advice: `Keep ${lost.map(text).join(', ')}.` } : undefined;
};

/** A list of waits in seconds: may become longer, each and in number, never shorter. */
export const mayLengthen: Law = ({ before, after }) => {
  const waits = listOf(after);
  const short = listOf(before).some((wait, index) => Number(waits[index] ?? 0) < Number(wait));
  return short ? { happened: 'shortened', advice: `Wait at least ${listOf(before).join(', ')} seconds.` } : undefined;
};

/** An order: members may come and go, those that stay keep their order among themselves. */
export const keepsOrder: Law = ({ before, after }) => {
  const stayed = listOf(before).filter((member) => listOf(after).includes(member));
  const now = listOf(after).filter((member) => stayed.includes(member));
  if (isDeepStrictEqual(stayed, now)) return undefined;
  return { happened: 'reordered', advice: `Keep this order: ${stayed.map(text).join(', ')}.` };
};

const retries = ['never', 'backoff', 'retry_after'];

/** How a caller may try again: may promise more, never less. */
export const mayPromiseMore: Law = ({ before, after }) => {
  if (retries.indexOf(String(after)) >= retries.indexOf(String(before))) return undefined;
  return { happened: 'weakened', advice: `Keep ${text(before)}, and add another code for the new case.` };
};

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
