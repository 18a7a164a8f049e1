-- Callers of the admin contract, and the log of their actions (decision 044).

-- A token is found by its digest. A member's token names its organization; that of an operator has none. A distributed database has
-- this table on every node, as api_keys.
CREATE TABLE access_tokens (
  id text PRIMARY KEY,
  organization_id text,
  digest text NOT NULL UNIQUE,
  role text NOT NULL CHECK (role IN ('viewer', 'developer', 'admin', 'operator')),
  name text NOT NULL,
  created instant NOT NULL,
  last_used instant,
  expires instant,
  revoked instant,
  CHECK ((organization_id IS NULL) = (role = 'operator'))
);

-- Rows are only inserted: no statement updates or deletes one, and retention leaves them. An action on the whole service has the
-- empty text as its organization.
CREATE TABLE audit_entries (
  organization_id text NOT NULL,
  id text NOT NULL,
  created instant NOT NULL,
  actor_kind text NOT NULL,
  actor_id text,
  actor_name text,
  action text NOT NULL,
  target text,
  details json NOT NULL,
  PRIMARY KEY (organization_id, id)
);

-- The operator reads the entries of all organizations in order of time. The index is on an expression, so that no plan reads the
-- entries of one organization in this order and filters those of all others.
CREATE INDEX audit_entries_newest ON audit_entries ((id || ''));
