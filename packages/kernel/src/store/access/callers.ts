/** The part of the port that finds the callers of requests, and counts their calls. */
import type { KeyMode, Scope } from '../../contract.ts';
import type { Organization } from '../organizations/organizations.ts';

/** The organization and the key of a request, with the fields that the refusals of AUT-11 need. */
export interface Caller {
  readonly organization: Pick<Organization, 'id' | 'suspended' | 'rate_limit' | 'test_allowance' | 'test_confirmed'>;
  readonly key: { readonly id: string; readonly mode: KeyMode; readonly scopes: readonly Scope[] };
}

/** A use of a key. */
export interface KeyUse {
  readonly id: string;
  readonly at: string;
}

/** The used part of an organization's rate limit. */
export interface Usage {
  readonly rate_limit: number;
  /** The metered requests in the window, at most `rate_limit`. */
  readonly calls: number;
}

export interface CallerReads {
  /** Finds the owner of a key; undefined for an unknown or revoked key. */
  authenticate(digest: string): Promise<Caller | undefined>;
}

export interface CallerWrites {
  /** Stores when keys were last used, at most once in a minute for each key (KeyUses). */
  recordKeyUses(uses: readonly KeyUse[]): Promise<void>;
}

/** A call to count. */
export interface CountedCall {
  /** The name of the window. Each name has counts of its own. Default: `requests`, the window of the rate limit. */
  readonly window?: string | undefined;
  readonly window_start: string;
  /** The units that the call costs. Default: 1. */
  readonly cost?: number | undefined;
}

/** The counts of rate windows, which the embedded engine keeps in memory. */
export interface RateCounts {
  /**
   * Finds the owner of a key and counts a call in the organization's window that begins at `window_start` (LIM-1). The limit of the
   * window is the organization's rate limit times `units_per_request`, by default 1. `calls` are the units with this call. Once the
   * window is full, they stay at the limit and the cost, and nothing is written.
   */
  admit(
    request: { readonly digest: string; readonly units_per_request?: number | undefined } & CountedCall,
  ): Promise<{ caller: Caller; calls: number; limit: number } | undefined>;
  /** Counts a call in a window of the organization with a limit of its own. Returns the units with this call, as `admit` does. */
  countCall(call: { readonly organization_id: string; readonly limit: number } & CountedCall): Promise<number>;
  /** Returns the usage, with the count of the rate window that begins at `window_start`. */
  readUsage(of: { readonly organization_id: string; readonly window_start: string }): Promise<Usage | undefined>;
}

/** The maximum of a limit in units, which the headers of the contract can state. */
const maxUnits = 1_000_000_000;

/** Returns the units of an organization's window. PostgreSQL computes the same in admit.sql. */
export function unitsOf(rate_limit: number, units_per_request: number): number {
  return Math.min(rate_limit * units_per_request, maxUnits);
}
