import type { NewEvent } from '../../domain/booking.ts';
import type { PrepareShared } from '../shared-statement.ts';

/** The settings of an organization that contain no secret. */
export interface OrganizationSettings {
  readonly id: string;
  readonly name: string;
  readonly webhook_url: string | null;
  /** The time at which the next signing secret was prepared; null if none is. */
  readonly secret_prepared: string | null;
}

/** How much of its rate limit an organization has used. */
export interface Usage {
  readonly rate_limit: number;
  /** The metered requests in the window, at most `rate_limit`. */
  readonly calls: number;
}

/** An event that no booking has. */
export interface NewTestEvent {
  readonly organization_id: string;
  readonly booking_id: string;
  readonly event: NewEvent;
}

/** The part of the port that has the webhook URL and the usage of an organization. */
export interface Settings {
  findSettings(organization_id: string): Promise<OrganizationSettings | undefined>;
  /** Sets the webhook URL, or clears it. Pending deliveries go to the new URL (DLV-11). */
  setWebhookUrl(organization_id: string, webhook_url: string | null): Promise<void>;
  /** Stores the event with its deliveries. Without a webhook URL it returns false and stores nothing. */
  addTestEvent(added: NewTestEvent): Promise<boolean>;
  /** Returns the usage, with the count of the rate window that begins at `window_start`. */
  readUsage(of: { readonly organization_id: string; readonly window_start: string }): Promise<Usage | undefined>;
}

const selectSettings = {
  name: 'find_settings',
  text: 'SELECT id, name, webhook_url, secret_prepared FROM organizations WHERE id = $1',
};

/** The methods whose statements are the same on both engines. */
export function settings(prepare: PrepareShared): Pick<Settings, 'findSettings'> {
  const find = prepare<OrganizationSettings>(selectSettings);
  return {
    async findSettings(organization_id) {
      const [row] = await find(organization_id);
      return row && { ...row };
    },
  };
}
