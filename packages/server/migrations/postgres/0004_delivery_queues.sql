-- attempts_allowed comes with each row: the contract's number is a parameter, and no default.
ALTER TABLE deliveries ALTER COLUMN attempts_allowed DROP DEFAULT;

-- Claims read in the order of this index, however many fell due at the same moment.
DROP INDEX deliveries_due;
CREATE INDEX deliveries_due ON deliveries (organization_id, due_at, number) WHERE state = 'pending';

-- One row an organization that has, or had, deliveries to send: nothing reads all deliveries that wait.
-- next_turn_at: no delivery of the organization is due before; null where none waits.
-- oldest_due_at: no delivery that waits, or is under way, fell due before.
-- slow: the last turn met a receiver that did not answer in time.
-- settles_at: null while whoever adds a delivery may leave the row alone; see store/postgres/delivery-queues.ts.
CREATE TABLE delivery_queues (
  organization_id text PRIMARY KEY REFERENCES organizations (id),
  next_turn_at instant,
  oldest_due_at instant,
  slow boolean NOT NULL DEFAULT false,
  settles_at instant,
  lease_until instant,
  lease_token text
);

CREATE INDEX delivery_queues_next ON delivery_queues (slow, next_turn_at) WHERE next_turn_at IS NOT NULL;
CREATE INDEX delivery_queues_oldest ON delivery_queues (oldest_due_at) WHERE oldest_due_at IS NOT NULL;

INSERT INTO delivery_queues (organization_id, next_turn_at, oldest_due_at)
SELECT d.organization_id, min(d.due_at), min(d.due_at)
FROM deliveries d JOIN organizations o ON o.id = d.organization_id
WHERE d.state = 'pending' AND o.webhook_url IS NOT NULL
GROUP BY d.organization_id;
