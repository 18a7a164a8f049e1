CREATE TABLE loans (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  id TEXT NOT NULL,
  copy_id TEXT NOT NULL,
  days INTEGER NOT NULL CHECK (days > 0),
  state TEXT NOT NULL DEFAULT 'lent',
  PRIMARY KEY (organization_id, id)
) STRICT;

CREATE UNIQUE INDEX loans_of_copy ON loans (organization_id, copy_id) WHERE state = 'lent';
