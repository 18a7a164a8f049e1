CREATE TABLE loans (
  organization_id text NOT NULL REFERENCES organizations (id),
  livemode integer NOT NULL,
  -- Compared byte by byte, as the embedded engine does: the lists are sorted by id.
  id text COLLATE "C" NOT NULL,
  status text NOT NULL DEFAULT 'lent',
  book text NOT NULL,
  reader text NOT NULL,
  created text NOT NULL,
  due_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, livemode, id)
);

CREATE INDEX loans_lent ON loans (due_at) WHERE status = 'lent';
