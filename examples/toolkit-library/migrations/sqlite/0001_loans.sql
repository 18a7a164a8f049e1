CREATE TABLE loans (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  livemode INTEGER NOT NULL,
  id TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'lent',
  book TEXT NOT NULL,
  reader TEXT NOT NULL,
  created TEXT NOT NULL,
  due_at TEXT NOT NULL,
  PRIMARY KEY (organization_id, livemode, id)
) STRICT;

CREATE INDEX loans_lent ON loans (due_at) WHERE status = 'lent';
