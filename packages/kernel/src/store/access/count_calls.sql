-- Counts p_calls requests in the window that begins at p_window_start, and returns the count with them. If the window was full before,
-- it counts none, and returns the limit + p_calls. An instance whose clock is a little behind counts in the window p_next that another
-- instance has begun, so no window begins twice. The first check, without a lock, prevents writes for requests past the limit. The
-- second check, under the lock of the row, decides (LIM-4).
CREATE OR REPLACE FUNCTION count_calls(
  p_organization_id text, p_rate_limit integer, p_window_start text, p_next text, p_calls integer
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_calls integer;
BEGIN
  PERFORM FROM rate_windows w
    WHERE w.organization_id = p_organization_id AND w.window_start IN (p_window_start, p_next) AND w.calls >= p_rate_limit;
  IF FOUND THEN RETURN p_rate_limit + p_calls; END IF;
  INSERT INTO rate_windows AS w (organization_id, window_start, calls) VALUES (p_organization_id, p_window_start, p_calls)
    ON CONFLICT (organization_id) DO UPDATE SET
      calls = CASE WHEN w.window_start IN (p_window_start, p_next) THEN w.calls + p_calls ELSE p_calls END,
      window_start = CASE WHEN w.window_start = p_next THEN p_next ELSE p_window_start END
    WHERE w.window_start NOT IN (p_window_start, p_next) OR w.calls < p_rate_limit
    RETURNING w.calls INTO v_calls;
  RETURN coalesce(v_calls, p_rate_limit + p_calls);
END $$;
