/** The options of the tests' supplier. */
import type { ProductOptions } from './products.ts';
import type { RouteName } from './protocol.ts';
import type { EndedHold } from './supplier-bookings.ts';

export interface SupplierOptions {
  readonly clock: { now(): Date };
  readonly products?: readonly ProductOptions[];
  /** The number of units of each slot. Default: 100. */
  readonly capacity?: number;
  /** Default: 30. */
  readonly maxHoldMinutes?: number;
  /** The response to a reservation with a known UUID. Default: the booking. */
  readonly repeatedUuid?: 'returned' | 'refused' | 'failed';
  /** The response about an ended hold. Default: EXPIRED. */
  readonly endedHold?: EndedHold;
  /** The refund of each cancellation. The pricing of a booking with a PARTIAL one is half of what it was. Default: FULL. */
  readonly refund?: 'FULL' | 'PARTIAL' | 'NONE';
  readonly address?: string | null;
  /** Default: octo/content. */
  readonly capabilities?: readonly string[];
  readonly variant?: Variant;
  /** Default: any free port. */
  readonly port?: number;
}

/** Deviations of a supplier from the document. */
export interface Variant {
  /** Serves only paths without a slash at the end, or redirects to them. */
  readonly slash?: 'none' | 'redirected';
  /** The status of a reservation. */
  readonly created?: number;
  /** Leaves out the response header Octo-Capabilities. */
  readonly noCapabilities?: boolean;
  /** Sends an ETag with the products, and 304 to a request that names it. */
  readonly etag?: boolean;
  /** Does not serve these routes. */
  readonly without?: readonly RouteName[];
  /** Changes the body of every response. */
  readonly rewrite?: (body: unknown, route: RouteName) => unknown;
}
