-- organization_id begins every primary key, and every statement names it (decision 039).
-- Rows of bookings and idempotency keys are never deleted, and one statement inserts an event, its deliveries and their
-- booking, so these tables do not refer to each other: a reference needs an index, and deleting old history would search it.
ALTER TABLE delivery_attempts DROP CONSTRAINT delivery_attempts_delivery_id_fkey;
ALTER TABLE deliveries DROP CONSTRAINT deliveries_event_id_fkey;
ALTER TABLE events DROP CONSTRAINT events_booking_id_fkey;
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_booking_id_fkey;
ALTER TABLE runs DROP CONSTRAINT runs_booking_id_fkey, DROP CONSTRAINT runs_pkey;

ALTER TABLE bookings DROP CONSTRAINT bookings_pkey, ADD PRIMARY KEY (organization_id, id);
ALTER TABLE runs
  ADD PRIMARY KEY (organization_id, booking_id),
  ADD FOREIGN KEY (organization_id, booking_id) REFERENCES bookings (organization_id, id);

-- Ids begin with the time and rise within a process, so they also order rows of the same moment.
ALTER TABLE sessions DROP CONSTRAINT sessions_pkey, DROP COLUMN number, ADD PRIMARY KEY (organization_id, id);
ALTER TABLE events DROP CONSTRAINT events_pkey, DROP COLUMN number, ADD PRIMARY KEY (organization_id, id);

-- Without their number these two indexes go, too: deliveries_due and deliveries_in_order.
ALTER TABLE deliveries DROP CONSTRAINT deliveries_pkey, DROP COLUMN number, ADD PRIMARY KEY (organization_id, id);
CREATE INDEX deliveries_due ON deliveries (organization_id, due_at, id) WHERE state = 'pending';

ALTER TABLE delivery_attempts ADD COLUMN organization_id text REFERENCES organizations (id);
UPDATE delivery_attempts a SET organization_id = d.organization_id FROM deliveries d WHERE d.id = a.delivery_id;
ALTER TABLE delivery_attempts
  DROP CONSTRAINT delivery_attempts_pkey,
  ADD PRIMARY KEY (organization_id, delivery_id, attempt);

DROP INDEX session_creations_latest;
CREATE INDEX session_creations_latest ON session_creations (organization_id, latest);
-- A reference needs an index of the same columns.
CREATE INDEX api_keys_of_organization ON api_keys (organization_id);
