/** The used and the reserved part of an organization's test allowance (AUT-6, MOD-3). */
export interface TestAllowance {
  readonly test_allowance: number;
  /** The test bookings that were ever confirmed. */
  readonly test_confirmed: number;
  /** The test bookings in progress, each of which may still be confirmed. At most the rest of the allowance. */
  readonly test_reserved: number;
}

/** Returns whether one more test booking may be created. */
export function hasTestBookingLeft({ test_allowance, test_confirmed, test_reserved }: TestAllowance): boolean {
  return test_confirmed + test_reserved < test_allowance;
}
