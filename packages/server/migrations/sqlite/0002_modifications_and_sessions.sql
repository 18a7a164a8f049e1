-- changes: what a modification asks for; a run with changes asks the provider to modify.
ALTER TABLE runs ADD COLUMN changes TEXT CHECK (json_valid(changes));

-- session_reference, card_reference: the card service's own names for the session and for the card it opened.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  version INTEGER NOT NULL,
  document TEXT NOT NULL CHECK (json_valid(document)),
  session_reference TEXT NOT NULL,
  card_reference TEXT,
  verified_at TEXT
) STRICT;

CREATE INDEX sessions_verified ON sessions (organization_id, verified_at) WHERE verified_at IS NOT NULL;
