-- The access of people to the dashboard (decision 060). A row begins as a sign-in link and becomes a session when the link is used: then
-- the digest of the session's token replaces that of the link. Rows are removed by a sign-out, a revocation, and some time after they
-- expire.
CREATE TABLE dashboard_sessions (
  id TEXT PRIMARY KEY,
  organization_id TEXT,
  digest TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'developer', 'admin', 'operator')),
  name TEXT,
  created TEXT NOT NULL,
  signed_in TEXT,
  last_used TEXT,
  expires TEXT NOT NULL,
  CHECK ((organization_id IS NULL) = (role = 'operator')),
  CHECK ((signed_in IS NULL) = (last_used IS NULL))
) STRICT;
