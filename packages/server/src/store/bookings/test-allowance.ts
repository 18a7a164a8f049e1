/** The part of the port that reads the test allowance. A create of a test booking also reads it, in its transaction (MOD-3). */
import type { TestAllowance } from '../../domain/limits.ts';
import type { PrepareShared, SharedStatement } from '../shared-statement.ts';

export interface TestAllowances {
  /** Returns the test allowance of an organization; undefined if the organization does not exist. */
  readTestAllowance(organization_id: string): Promise<TestAllowance | undefined>;
}

/**
 * The reservations are the bookings in a status from which a booking can be confirmed, so a reservation ends in the transaction that
 * changes the status, and none can be lost (decision 008). Reads the index bookings_listed, and at most what is left of the allowance.
 */
export const selectTestAllowance: SharedStatement = {
  name: 'read_test_allowance',
  text: `
    SELECT o.test_allowance, o.test_confirmed, (
      SELECT CAST(count(*) AS integer) FROM (
        SELECT 1 FROM bookings b
        WHERE b.organization_id = $1 AND b.livemode = FALSE AND b.status IN ('processing', 'requires_action')
        LIMIT (SELECT CASE WHEN test_confirmed < test_allowance THEN test_allowance - test_confirmed ELSE 0 END
          FROM organizations WHERE id = $1)) AS reserved) AS test_reserved
    FROM organizations o WHERE o.id = $1`,
};

/** The methods whose statements are the same on both engines. */
export function testAllowances(prepare: PrepareShared): TestAllowances {
  const read = prepare<TestAllowance>(selectTestAllowance);
  return {
    async readTestAllowance(organization_id) {
      const [row] = await read(organization_id);
      return row && { ...row };
    },
  };
}
