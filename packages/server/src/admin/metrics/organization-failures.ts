/**
 * Failures by organization, with a bounded number of series.
 *
 * The organizations with the most failures since the start have series of their own, at most maxNamed; all others count together as
 * `other`. Every series only grows: an organization that gets one begins at 0, and the failures that it had as one of the others stay
 * with them. If its place goes to an organization with more failures, its series ends.
 */
import type { Counter } from 'prom-client';

/** The number of organizations with series of their own. */
export const maxNamed = 20;
/** The number of other organizations that are counted to find the one that gets the next place. Beyond it, the oldest is dropped. */
const maxCandidates = 1_000;

const other = 'other';

type ByOrganization = Pick<Counter<'organization_id'>, 'inc' | 'remove'>;

export interface OrganizationFailures<Name extends string> {
  /** Counts one failure of this kind. */
  count(name: Name, organization_id: string): void;
}

/** Counts into these counters, which share their places: an organization has a series in each of them or in none. */
export function createOrganizationFailures<Name extends string>(
  counters: Readonly<Record<Name, ByOrganization>>,
): OrganizationFailures<Name> {
  const each = Object.values<ByOrganization>(counters);
  const named = new Map<string, number>();
  const candidates = new Map<string, number>();
  begin(other);

  function begin(organization_id: string): void {
    for (const counter of each) counter.inc({ organization_id }, 0);
  }

  /** Gives the organization a place if one is free, or if it has failed more often than one that has a place. */
  function findPlace(organization_id: string, failures: number): boolean {
    if (named.size >= maxNamed) {
      const [last, least] = [...named].reduce((left, right) => (right[1] < left[1] ? right : left));
      if (failures <= least) return false;
      named.delete(last);
      candidates.set(last, least);
      for (const counter of each) counter.remove({ organization_id: last });
    }
    candidates.delete(organization_id);
    named.set(organization_id, failures);
    begin(organization_id);
    return true;
  }

  return {
    count(name, organization_id) {
      const failures = (named.get(organization_id) ?? candidates.get(organization_id) ?? 0) + 1;
      if (named.has(organization_id)) named.set(organization_id, failures);
      else if (!findPlace(organization_id, failures)) {
        candidates.delete(organization_id);
        candidates.set(organization_id, failures);
        if (candidates.size > maxCandidates) candidates.delete(candidates.keys().next().value ?? '');
      }
      counters[name].inc({ organization_id: named.has(organization_id) ? organization_id : other });
    },
  };
}
