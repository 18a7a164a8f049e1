/** How much of its test allowance an organization has used and reserved (AUT-6, MOD-3). */
export interface TestAllowance {
  readonly test_allowance: number;
  /** The test bookings that were ever confirmed. */
  readonly test_confirmed: number;
  /** The test bookings in progress, each of which may still be confirmed. At most what is left of the allowance. */
  readonly test_reserved: number;
}

/** Returns whether one more test booking may be created. */
export function hasTestBookingLeft({ test_allowance, test_confirmed, test_reserved }: TestAllowance): boolean {
  return test_confirmed + test_reserved < test_allowance;
}
