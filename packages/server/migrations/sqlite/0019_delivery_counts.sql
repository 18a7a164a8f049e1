-- How many attempts succeeded and failed in each hour, and how many deliveries were abandoned (decision 077). A count is written in the
-- transaction that records the attempts, so it is exact and needs no other read.
CREATE TABLE delivery_counts (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  -- The first 13 characters of a time: 2026-11-21T09.
  hour TEXT NOT NULL,
  succeeded INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  abandoned INTEGER NOT NULL DEFAULT 0,
  -- The attempts, by the class of their response.
  status_2xx INTEGER NOT NULL DEFAULT 0,
  status_3xx INTEGER NOT NULL DEFAULT 0,
  status_4xx INTEGER NOT NULL DEFAULT 0,
  status_5xx INTEGER NOT NULL DEFAULT 0,
  status_other INTEGER NOT NULL DEFAULT 0,
  no_response INTEGER NOT NULL DEFAULT 0,
  -- The begin of the hour's last successful attempt, and of the first failed attempt after it.
  last_success TEXT,
  failing_since TEXT,
  PRIMARY KEY (organization_id, hour)
) STRICT, WITHOUT ROWID;
-- For the removal of old hours. An hour is written to it once.
CREATE INDEX delivery_counts_by_hour ON delivery_counts (hour);
