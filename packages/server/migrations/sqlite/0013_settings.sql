-- The next signing secret, sealed for its organization like the one that signs (ORG-5).
ALTER TABLE organizations ADD COLUMN prepared_secret TEXT;
ALTER TABLE organizations ADD COLUMN secret_prepared TEXT;

-- Keys that are older than these columns have no name, and their last characters are not known.
ALTER TABLE api_keys ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE api_keys ADD COLUMN last4 TEXT;
ALTER TABLE api_keys ADD COLUMN last_used TEXT;
