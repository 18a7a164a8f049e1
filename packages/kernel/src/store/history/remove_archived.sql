/*
 * Removes these deliveries that are in the archive, with their attempts, and the events that have no delivery left. A delivery that
 * was sent again since it was read stays, with its event. Returns the number of removed events. A plan is used for all rows, because
 * planning a delete from all partitions takes ten times as long as the delete.
 */
CREATE OR REPLACE FUNCTION remove_archived(p json) RETURNS integer
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_bitmapscan = off AS $$
DECLARE
  archived record;
  removed integer := 0;
BEGIN
  FOR archived IN
    SELECT r.*, 'dlv_' || substr(r.event_id, 5, 12) AS first,
      'dlv_' || lpad(to_hex(('x' || lpad(substr(r.event_id, 5, 12), 16, '0'))::bit(64)::bigint + 1), 12, '0') AS last
    FROM json_to_recordset(p) AS r (organization_id text, event_id text, delivery_id text, attempts integer)
  LOOP
    IF archived.delivery_id IS NOT NULL THEN
      DELETE FROM deliveries d WHERE d.organization_id = archived.organization_id AND d.id = archived.delivery_id
        AND d.state IN ('succeeded', 'abandoned') AND d.attempts = archived.attempts;
      CONTINUE WHEN NOT FOUND;
      DELETE FROM delivery_attempts a
      WHERE a.organization_id = archived.organization_id AND a.delivery_id = archived.delivery_id;
    END IF;
    -- The expression keeps the planner from an index that begins with the organization, which may have many deliveries.
    DELETE FROM events e WHERE e.organization_id = archived.organization_id AND e.id = archived.event_id AND NOT EXISTS (
      SELECT 1 FROM deliveries d
      WHERE d.organization_id || '' = e.organization_id AND d.event_id = e.id AND d.id >= archived.first AND d.id < archived.last);
    IF FOUND THEN removed := removed + 1; END IF;
  END LOOP;
  RETURN removed;
END $$;
