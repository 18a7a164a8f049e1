/**
 * The part of the port that has the webhook URL and the test allowance of an organization. A create of a test booking also reads the
 * allowance, in its transaction (MOD-3).
 */
import type { NewEvent } from '../../domain/booking.ts';
import type { TestAllowance } from '../../domain/limits.ts';
import type { Part, PrepareShared, SharedStatement } from '../shared-statement.ts';

/** The settings of an organization that contain no secret. */
export interface OrganizationSettings {
  readonly id: string;
  readonly name: string;
  readonly webhook_url: string | null;
  /** The time at which the next signing secret was prepared; null if none is. */
  readonly secret_prepared: string | null;
}

/** An event that no booking has. */
export interface NewTestEvent {
  readonly organization_id: string;
  readonly booking_id: string;
  readonly event: NewEvent;
}

export interface SettingsReads {
  /** Returns the test allowance of an organization; undefined if the organization does not exist. */
  readTestAllowance(organization_id: string): Promise<TestAllowance | undefined>;
  findSettings(organization_id: string): Promise<OrganizationSettings | undefined>;
}

export interface SettingsWrites {
  /** Sets the webhook URL, or clears it. Pending deliveries go to the new URL (DLV-11). */
  setWebhookUrl(organization_id: string, webhook_url: string | null): Promise<void>;
  /** Stores the event with its deliveries. Without a webhook URL it returns false and stores nothing. */
  addTestEvent(added: NewTestEvent): Promise<boolean>;
}

/**
 * The reservations are the bookings in a status from which a booking can be confirmed, so a reservation ends in the transaction that
 * changes the status, and none can be lost (decision 008). Reads the index bookings_listed, and at most the rest of the allowance.
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

const selectSettings = {
  name: 'find_settings',
  text: 'SELECT id, name, webhook_url, secret_prepared FROM organizations WHERE id = $1',
};

/** The methods whose statements are the same on both engines. */
export function settings(prepare: PrepareShared): Part<SettingsReads, object> {
  const readAllowance = prepare<TestAllowance>(selectTestAllowance);
  const find = prepare<OrganizationSettings>(selectSettings);
  return {
    reads: {
      async readTestAllowance(organization_id) {
        const [row] = await readAllowance(organization_id);
        return row && { ...row };
      },
      async findSettings(organization_id) {
        const [row] = await find(organization_id);
        return row && { ...row };
      },
    },
    writes: {},
  };
}
