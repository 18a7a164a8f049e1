-- Each organization's runs at each provider are claimed by themselves (DLV-13), and the time of failing is kept (STA-14).
--   ready          it may be claimed now; else it waits until due_at, or is worked on until lease_until
--   began          when the first run of this step was due
--   failures       how often in a row the provider could not be asked, since failing_since
ALTER TABLE runs
  ADD COLUMN organization_id text REFERENCES organizations (id),
  ADD COLUMN provider text,
  ADD COLUMN ready boolean NOT NULL DEFAULT FALSE,
  ADD COLUMN began instant,
  ADD COLUMN failures integer NOT NULL DEFAULT 0,
  ADD COLUMN failing_since instant;
-- Read from the text, since a document may hold \u0000, which no operator of json takes. The guest's words come after it.
UPDATE runs r SET organization_id = b.organization_id, began = r.due_at,
  provider = substring(b.document::text FROM '"provider":"([^"]*)"')
FROM bookings b WHERE b.id = r.booking_id;
ALTER TABLE runs
  ALTER COLUMN organization_id SET NOT NULL,
  ALTER COLUMN provider SET NOT NULL,
  ALTER COLUMN ready DROP DEFAULT,
  ALTER COLUMN began SET NOT NULL;
DROP INDEX runs_due;
CREATE INDEX runs_ready ON runs (provider, organization_id, due_at) WHERE ready;
CREATE INDEX runs_waiting ON runs (due_at) WHERE NOT ready AND lease_until IS NULL;
CREATE INDEX runs_leased ON runs (lease_until) WHERE NOT ready AND lease_until IS NOT NULL;
