-- Counts p_calls calls of the cost p_cost in the window p_name that begins at p_window_start, and returns its units with them. If the
-- window was full before, it counts none, and returns the limit and their cost. An instance whose clock is a little behind counts in the
-- window p_next that another instance has begun, so no window begins twice. The first check, without a lock, prevents writes for calls
-- past the limit. The second check, under the lock of the row, decides (LIM-4).
CREATE OR REPLACE FUNCTION count_calls(
  p_organization_id text, p_name text, p_limit integer, p_window_start text, p_next text, p_cost integer, p_calls integer
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_units integer := p_cost * p_calls;
  v_calls integer;
  v_name text;
BEGIN
  PERFORM FROM rate_windows w
    WHERE w.organization_id = p_organization_id AND w.name = p_name AND w.window_start IN (p_window_start, p_next)
      AND w.calls >= p_limit;
  IF FOUND THEN RETURN p_limit + v_units; END IF;
  INSERT INTO rate_windows AS w (organization_id, name, window_start, calls)
    VALUES (p_organization_id, p_name, p_window_start, v_units)
    ON CONFLICT (organization_id, name) DO UPDATE SET
      calls = CASE WHEN w.window_start IN (p_window_start, p_next) THEN w.calls + v_units ELSE v_units END,
      window_start = CASE WHEN w.window_start = p_next THEN p_next ELSE p_window_start END
    WHERE w.window_start NOT IN (p_window_start, p_next) OR w.calls < p_limit
    RETURNING w.calls INTO v_calls;
  -- The first call of a window removes the rows of people who did not call since. A row that another call holds stays for the next window.
  IF v_calls = v_units THEN
    FOR v_name IN
      SELECT w.name FROM rate_windows w
      WHERE w.organization_id = p_organization_id AND w.window_start < p_window_start FOR UPDATE SKIP LOCKED
    LOOP
      DELETE FROM rate_windows r WHERE r.organization_id = p_organization_id AND r.name = v_name;
    END LOOP;
  END IF;
  RETURN coalesce(v_calls, p_limit + v_units);
END $$;
