-- Each organization's deliveries are claimed by themselves (DLV-9).
DROP INDEX deliveries_due;
CREATE INDEX deliveries_due ON deliveries (organization_id, due_at) WHERE state = 'pending';

-- attempts_allowed: raised by one where a delivery is sent again by hand (DLV-10).
ALTER TABLE deliveries ADD COLUMN attempts_allowed INTEGER NOT NULL DEFAULT 4;
