CREATE TABLE notes (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id TEXT NOT NULL,
  mode TEXT NOT NULL,
  text TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'open',
  due_at TEXT NOT NULL,
  PRIMARY KEY (organization_id, id)
) STRICT;
