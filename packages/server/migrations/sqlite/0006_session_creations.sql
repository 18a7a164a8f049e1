-- New sessions for one destination are limited (SES-4). destination: a keyed digest.  recent: the instants of the last creations.
CREATE TABLE session_creations (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  destination TEXT NOT NULL,
  recent TEXT NOT NULL CHECK (json_valid(recent)),
  latest TEXT NOT NULL,
  PRIMARY KEY (organization_id, destination)
) STRICT;

CREATE INDEX session_creations_latest ON session_creations (latest);
