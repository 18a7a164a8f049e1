CREATE TABLE notes (
  organization_id text NOT NULL REFERENCES organizations (id),
  id text NOT NULL,
  mode text NOT NULL,
  text text NOT NULL,
  state text NOT NULL DEFAULT 'open',
  due_at text NOT NULL,
  PRIMARY KEY (organization_id, id)
);
