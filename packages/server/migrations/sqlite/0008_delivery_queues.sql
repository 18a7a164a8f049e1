-- attempts_allowed comes with each row: the contract's number is a parameter, and no default. Rows keep their order.
CREATE TABLE new_deliveries (
  id TEXT PRIMARY KEY,
  event_id TEXT NOT NULL REFERENCES events (id),
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  state TEXT NOT NULL CHECK (state IN ('pending', 'succeeded', 'abandoned')),
  attempts INTEGER NOT NULL DEFAULT 0,
  attempts_allowed INTEGER NOT NULL,
  due_at TEXT NOT NULL,
  lease_until TEXT,
  lease_token TEXT
) STRICT;

INSERT INTO new_deliveries
  (rowid, id, event_id, organization_id, state, attempts, attempts_allowed, due_at, lease_until, lease_token)
SELECT rowid, id, event_id, organization_id, state, attempts, attempts_allowed, due_at, lease_until, lease_token
FROM deliveries ORDER BY rowid;

DROP TABLE deliveries;
ALTER TABLE new_deliveries RENAME TO deliveries;

-- Each organization's deliveries are claimed by themselves (DLV-9).
CREATE INDEX deliveries_due ON deliveries (organization_id, due_at) WHERE state = 'pending';
-- Those at their last attempt, and those that are under way: few, however many wait.
CREATE INDEX deliveries_spent ON deliveries (id) WHERE state = 'pending' AND attempts >= attempts_allowed;
CREATE INDEX deliveries_leased ON deliveries (lease_token) WHERE lease_token IS NOT NULL;

-- One row an organization that has, or had, deliveries to send: nothing reads all deliveries that wait.
-- next_turn_at: no delivery of the organization is due before; null where none waits.
-- oldest_due_at: no delivery that waits, or is under way, fell due before.
-- slow: the last turn met a receiver that did not answer in time.
CREATE TABLE delivery_queues (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id),
  next_turn_at TEXT,
  oldest_due_at TEXT,
  slow INTEGER NOT NULL DEFAULT 0 CHECK (slow IN (0, 1)),
  lease_until TEXT,
  lease_token TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX delivery_queues_next ON delivery_queues (slow, next_turn_at) WHERE next_turn_at IS NOT NULL;
CREATE INDEX delivery_queues_oldest ON delivery_queues (oldest_due_at) WHERE oldest_due_at IS NOT NULL;

INSERT INTO delivery_queues (organization_id, next_turn_at, oldest_due_at)
SELECT d.organization_id, min(d.due_at), min(d.due_at)
FROM deliveries d JOIN organizations o ON o.id = d.organization_id
WHERE d.state = 'pending' AND o.webhook_url IS NOT NULL
GROUP BY d.organization_id;
