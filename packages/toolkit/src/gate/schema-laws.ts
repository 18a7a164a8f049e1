/**
 * The laws of schemas (VER-2): whether a change of a keyword admits fewer values or more. A value that the service receives may be
 * widened, one that it sends may be narrowed. So one table judges requests, responses and webhooks of every contract.
 */
import { isDeepStrictEqual } from 'node:util';
import { announced, type Change } from './laws.ts';

/** The way of a value. received: others send it, and the service accepts it. sent: the service sends it, and others read it. */
export type Direction = 'received' | 'sent';

/** The effect of a change on the values that a schema admits. `changed`: neither a part of the other. */
export type Effect = 'narrowed' | 'widened' | 'changed';

/** Returns the effect of a change of a keyword, or undefined if it has none. It is called for changed values only. */
export type KeywordLaw = (change: Change) => Effect | undefined;

/** Returns whether a change with this effect breaks the other side. */
export function breaks(direction: Direction, effect: Effect): boolean {
  return effect === 'changed' || effect === (direction === 'received' ? 'narrowed' : 'widened');
}

export function opposite(direction: Direction): Direction {
  return direction === 'sent' ? 'received' : 'sent';
}

/** Text for readers and for tools of the project. Programs do not depend on it. */
const free: KeywordLaw = () => undefined;

/** Generated code has another type after any change, also if the wire stays the same. */
const exact: KeywordLaw = () => 'changed';

const lowerBound: KeywordLaw = ({ before, after }) => {
  if (typeof before !== 'number') return 'narrowed';
  return typeof after === 'number' && after > before ? 'narrowed' : 'widened';
};

const upperBound: KeywordLaw = ({ before, after }) => {
  if (typeof before !== 'number') return 'narrowed';
  return typeof after === 'number' && after < before ? 'narrowed' : 'widened';
};

/** One more assertion admits fewer values. Two different ones cannot be compared. */
const assertion: KeywordLaw = ({ before, after }) => {
  if (before === undefined || before === false) return 'narrowed';
  return after === undefined || after === false ? 'widened' : 'changed';
};

const multiple: KeywordLaw = ({ before, after }) => {
  if (typeof before !== 'number' || typeof after !== 'number') return assertion({ before, after });
  if (after % before === 0) return 'narrowed';
  return before % after === 0 ? 'widened' : 'changed';
};

/** A list whose members each admit values. */
const members: KeywordLaw = ({ before, after }) => {
  if (!Array.isArray(before)) return 'narrowed';
  if (!Array.isArray(after)) return 'widened';
  const gained = without(after, before).length > 0;
  const lost = without(before, after).length > 0;
  if (gained && lost) return 'changed';
  if (gained) return 'widened';
  return lost ? 'narrowed' : undefined;
};

/** An integer is a number, too. */
const types: KeywordLaw = ({ before, after }) => members({ before: withIntegers(before), after: withIntegers(after) });

function withIntegers(list: unknown): unknown {
  return Array.isArray(list) && list.includes('number') ? [...new Set([...list, 'integer'])] : list;
}

/** A list whose members each demand something. */
const demands: KeywordLaw = ({ before, after }) => {
  const gained = without(after, before).length > 0;
  const lost = without(before, after).length > 0;
  if (gained && lost) return 'changed';
  if (gained) return 'narrowed';
  return lost ? 'widened' : undefined;
};

/** An open list: unknown members must be accepted, so it may gain some. A lost member is a lost feature. */
const openList: KeywordLaw = ({ before, after }) => (without(before, after).length > 0 ? 'changed' : undefined);

/** Returns the members of a list that another one does not have. */
export function without(list: unknown, other: unknown): readonly unknown[] {
  const others: readonly unknown[] = Array.isArray(other) ? other : [];
  return (Array.isArray(list) ? list : []).filter((each) => !others.some((one) => isDeepStrictEqual(one, each)));
}

/**
 * The law of each keyword that is no schema itself. find-schema-changes.ts compares schemas within schemas, `default` and
 * `discriminator`. A keyword without a law must not change.
 */
export const keywordLaws: Readonly<Record<string, KeywordLaw>> = {
  type: types,
  enum: members,
  required: demands,
  minimum: lowerBound,
  exclusiveMinimum: lowerBound,
  minLength: lowerBound,
  minItems: lowerBound,
  minProperties: lowerBound,
  minContains: lowerBound,
  maximum: upperBound,
  exclusiveMaximum: upperBound,
  maxLength: upperBound,
  maxItems: upperBound,
  maxProperties: upperBound,
  maxContains: upperBound,
  multipleOf: multiple,
  pattern: assertion,
  uniqueItems: assertion,
  dependentRequired: assertion,
  // A generator takes the type of a field from its format: a date, an integer of 32 bits, an address.
  format: exact,
  contentMediaType: exact,
  contentEncoding: exact,
  'x-extensible-enum': openList,

  title: free,
  description: free,
  example: free,
  examples: free,
  deprecated: free,
  'x-deprecation': (change) => (announced(change) ? 'changed' : undefined),
  externalDocs: free,
  $comment: free,
  'x-personal': free,
  'x-not-personal': free,
};

export const unknownKeyword: KeywordLaw = exact;
