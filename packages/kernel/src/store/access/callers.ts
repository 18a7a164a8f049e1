/** The part of the port that finds the callers of requests, and counts their metered requests. */
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

/** The counts of rate windows, which the embedded engine keeps in memory. */
export interface RateCounts {
  /**
   * Finds the owner of a key and counts a metered request in the organization's window that begins at `window_start` (LIM-1).
   * `calls` is the count with this request. Past the limit it stays at limit + 1, and nothing is written.
   */
  admit(request: { digest: string; window_start: string }): Promise<{ caller: Caller; calls: number } | undefined>;
  /** Returns the usage, with the count of the rate window that begins at `window_start`. */
  readUsage(of: { readonly organization_id: string; readonly window_start: string }): Promise<Usage | undefined>;
}
