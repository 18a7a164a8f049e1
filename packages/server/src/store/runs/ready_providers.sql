-- Returns the providers that have a ready run. Each is one index search.
CREATE OR REPLACE FUNCTION ready_providers() RETURNS TABLE (name text) LANGUAGE plpgsql AS $$
BEGIN
  LOOP
    SELECT r.provider INTO name FROM runs r WHERE r.ready AND r.provider > coalesce(name, '') ORDER BY r.provider LIMIT 1;
    EXIT WHEN NOT FOUND;
    RETURN NEXT;
  END LOOP;
END $$;
