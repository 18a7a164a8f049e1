-- Stores the last use of each key, at most once in a minute over all instances. Each instance passes the ids in order, so that two
-- cannot wait for each other.
CREATE OR REPLACE FUNCTION record_key_uses(p_ids text[], p_times text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR i IN 1 .. cardinality(p_ids) LOOP
    UPDATE api_keys SET last_used_at = p_times[i]
    WHERE id = p_ids[i] AND (last_used_at IS NULL OR last_used_at < left(p_times[i], 17));
  END LOOP;
END $$;
