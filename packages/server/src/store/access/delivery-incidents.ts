/** The part of the port that stores which organizations have had a notice that their deliveries keep failing. */
import type { Part, PrepareShared } from '@booking-service/kernel/store';

export interface DeliveryIncident {
  readonly organization_id: string;
  /** The start of the first attempt that failed. */
  readonly failing_since: string;
}

export interface DeliveryIncidentWrites {
  /** Stores an incident. Returns false if the organization has one: another instance was first. */
  openIncident(incident: DeliveryIncident): Promise<boolean>;
  /** Removes the incident of the organization. */
  dropIncident(incident: Pick<DeliveryIncident, 'organization_id'>): Promise<void>;
  /** Removes the incidents that ended with a success, and returns them. Each is returned to one caller. */
  endIncidents(): Promise<DeliveryIncident[]>;
}

const insertIncident = {
  name: 'open_incident',
  text: `
    INSERT INTO delivery_incidents (organization_id, failing_since) VALUES ($1, $2)
    ON CONFLICT (organization_id) DO NOTHING RETURNING organization_id`,
};
const deleteIncident = {
  name: 'drop_incident',
  text: 'DELETE FROM delivery_incidents WHERE organization_id = $1',
};
// Reads the hours of failing organizations since their first failure, and no others: a subquery for each instead of a join.
const deleteEnded = {
  name: 'end_incidents',
  text: `
    DELETE FROM delivery_incidents WHERE (
      SELECT 1 FROM delivery_counts c
      WHERE c.organization_id = delivery_incidents.organization_id
        AND c.hour >= substr(delivery_incidents.failing_since, 1, 13) AND c.last_success > delivery_incidents.failing_since LIMIT 1) = 1
    RETURNING organization_id, failing_since`,
};

/** The incidents on either engine. */
export function deliveryIncidents(prepare: PrepareShared): Part<object, DeliveryIncidentWrites> {
  const insert = prepare<object>(insertIncident);
  const remove = prepare<object>(deleteIncident);
  const end = prepare<DeliveryIncident>(deleteEnded);
  return {
    reads: {},
    writes: {
      openIncident: async ({ organization_id, failing_since }) =>
        (await insert(organization_id, failing_since)).length === 1,
      dropIncident: async ({ organization_id }) => void (await remove(organization_id)),
      endIncidents: async () => (await end()).map((row) => ({ ...row })),
    },
  };
}
