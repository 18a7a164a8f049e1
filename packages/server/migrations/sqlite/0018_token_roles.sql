-- Tokens of all organizations with fewer rights than an operator's (decision 044). SQLite cannot change a constraint of a table.

CREATE TABLE access_tokens_next (
  id TEXT PRIMARY KEY,
  organization_id TEXT,
  digest TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'developer', 'admin', 'monitoring', 'support', 'operator')),
  name TEXT NOT NULL,
  created TEXT NOT NULL,
  last_used TEXT,
  expires TEXT,
  revoked TEXT,
  CHECK ((organization_id IS NULL) = (role IN ('monitoring', 'support', 'operator')))
) STRICT;
INSERT INTO access_tokens_next SELECT * FROM access_tokens;
DROP TABLE access_tokens;
ALTER TABLE access_tokens_next RENAME TO access_tokens;
