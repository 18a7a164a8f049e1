-- The access of people to the dashboard (decision 060). A row begins as a sign-in link and becomes a session when the link is used: then
-- the digest of the session's token replaces that of the link. Rows are removed by a sign-out, a revocation, and some time after they
-- expire. A distributed database has this table on every node, as access_tokens.
CREATE TABLE dashboard_sessions (
  id text PRIMARY KEY,
  organization_id text,
  digest text NOT NULL UNIQUE,
  role text NOT NULL CHECK (role IN ('viewer', 'developer', 'admin', 'operator')),
  name text,
  created instant NOT NULL,
  signed_in instant,
  last_used instant,
  expires instant NOT NULL,
  CHECK ((organization_id IS NULL) = (role = 'operator')),
  CHECK ((signed_in IS NULL) = (last_used IS NULL))
);
