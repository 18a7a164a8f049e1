-- Replaces the creation times of a destination, if they are still the given ones, and returns whether it did. Removes a few rows of
-- other destinations of the organization that no limit needs any more.
CREATE OR REPLACE FUNCTION change_session_creations(p_organization_id text, p json) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  given record;
  v_destination text;
BEGIN
  SELECT * INTO given FROM json_to_record(p) AS g (
    destination text, before text[], after text[], latest text, forget_before text);
  FOR v_destination IN
    SELECT f.destination FROM session_creations f
    WHERE f.organization_id = p_organization_id AND f.latest <= given.forget_before AND f.destination <> given.destination
    ORDER BY f.latest LIMIT 10 FOR UPDATE SKIP LOCKED
  LOOP
    DELETE FROM session_creations c WHERE c.organization_id = p_organization_id AND c.destination = v_destination;
  END LOOP;
  INSERT INTO session_creations AS c (organization_id, destination, recent, latest)
    VALUES (p_organization_id, given.destination, given.after, given.latest)
    ON CONFLICT (organization_id, destination) DO UPDATE SET recent = excluded.recent, latest = excluded.latest
    WHERE c.recent = given.before;
  RETURN FOUND;
END $$;
