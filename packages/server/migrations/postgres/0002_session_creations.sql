-- New sessions for one destination are limited (SES-4). destination: a keyed digest.  recent: the instants of the last creations.
CREATE TABLE session_creations (
  organization_id text NOT NULL REFERENCES organizations (id),
  destination text NOT NULL,
  recent text[] NOT NULL,
  latest instant NOT NULL,
  PRIMARY KEY (organization_id, destination)
);

CREATE INDEX session_creations_latest ON session_creations (latest);
