-- Stuck runs (decision 066): those whose provider keeps failing, or stays pending. Only a run that is postponed enters the index, so a
-- run that ends at its first call does not write to it.

-- The step at which the provider was pending in its last response.
ALTER TABLE runs ADD COLUMN pending_step INTEGER;
CREATE INDEX runs_stuck
  ON runs (CASE WHEN pending_step = step THEN began ELSE failing_since END, organization_id, booking_id)
  WHERE failing_since IS NOT NULL OR pending_step = step;
