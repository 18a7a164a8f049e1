-- Callers of the admin contract, and the log of their actions (decision 044).

-- A token is found by its digest. A member's token names its organization; that of an operator has none.
CREATE TABLE access_tokens (
  id TEXT PRIMARY KEY,
  organization_id TEXT,
  digest TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'developer', 'admin', 'operator')),
  name TEXT NOT NULL,
  created TEXT NOT NULL,
  last_used TEXT,
  expires TEXT,
  revoked TEXT,
  CHECK ((organization_id IS NULL) = (role = 'operator'))
) STRICT;

-- Rows are only inserted: no statement updates or deletes one, and retention leaves them. An action on the whole service has the
-- empty text as its organization.
CREATE TABLE audit_entries (
  organization_id TEXT NOT NULL,
  id TEXT NOT NULL,
  created TEXT NOT NULL,
  actor_kind TEXT NOT NULL,
  actor_id TEXT,
  actor_name TEXT,
  action TEXT NOT NULL,
  target TEXT,
  details TEXT NOT NULL CHECK (json_valid(details)),
  PRIMARY KEY (organization_id, id)
) STRICT, WITHOUT ROWID;

-- The operator reads the entries of all organizations in order of time. The index is on an expression, so that no plan reads the
-- entries of one organization in this order and filters those of all others.
CREATE INDEX audit_entries_newest ON audit_entries (id || '');
