CREATE TABLE loans (
  organization_id text NOT NULL REFERENCES organizations (id),
  id text NOT NULL,
  copy_id text NOT NULL,
  days integer NOT NULL CHECK (days > 0),
  state text NOT NULL DEFAULT 'lent',
  PRIMARY KEY (organization_id, id)
);

CREATE UNIQUE INDEX loans_of_copy ON loans (organization_id, copy_id) WHERE state = 'lent';
