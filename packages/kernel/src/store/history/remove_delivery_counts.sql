-- Removes at most p_limit old hours and returns their number.
CREATE OR REPLACE FUNCTION remove_delivery_counts(p_before text, p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  old record;
  v_removed integer := 0;
BEGIN
  FOR old IN SELECT organization_id, hour FROM delivery_counts WHERE hour < p_before ORDER BY hour LIMIT p_limit LOOP
    DELETE FROM delivery_counts WHERE organization_id = old.organization_id AND hour = old.hour;
    v_removed := v_removed + 1;
  END LOOP;
  RETURN v_removed;
END $$;
