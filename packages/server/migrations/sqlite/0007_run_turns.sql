-- Each organization's runs at each provider are claimed by themselves (DLV-13), and the time of failing is kept (STA-14).
--   ready          it may be claimed now; else it waits until due_at, or is worked on until lease_until
--   began          when the first run of this step was due
--   failures       how often in a row the provider could not be asked, since failing_since
CREATE TABLE runs_with_turns (
  booking_id TEXT PRIMARY KEY REFERENCES bookings (id),
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  provider TEXT NOT NULL,
  step INTEGER NOT NULL,
  answer TEXT CHECK (json_valid(answer)),
  changes TEXT CHECK (json_valid(changes)),
  attempt INTEGER NOT NULL DEFAULT 0,
  ready INTEGER NOT NULL CHECK (ready IN (0, 1)),
  due_at TEXT NOT NULL,
  lease_until TEXT,
  lease_token TEXT,
  began TEXT NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  failing_since TEXT
) STRICT;
INSERT INTO runs_with_turns
  (booking_id, organization_id, provider, step, answer, changes, attempt, ready, due_at, lease_until, lease_token, began)
SELECT r.booking_id, b.organization_id, b.document ->> '$.provider', r.step, r.answer, r.changes, r.attempt, 0, r.due_at,
  r.lease_until, r.lease_token, r.due_at
FROM runs r JOIN bookings b ON b.id = r.booking_id;
DROP TABLE runs;
ALTER TABLE runs_with_turns RENAME TO runs;
CREATE INDEX runs_ready ON runs (provider, organization_id, due_at) WHERE ready = 1;
CREATE INDEX runs_waiting ON runs (due_at) WHERE ready = 0 AND lease_until IS NULL;
CREATE INDEX runs_leased ON runs (lease_until) WHERE ready = 0 AND lease_until IS NOT NULL;
