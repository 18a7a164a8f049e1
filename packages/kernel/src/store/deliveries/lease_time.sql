-- Moves an instant from the caller's clock, which shows p_now, to the clock of leases. That is the database's: otherwise an instance whose
-- clock is ahead would take over the work of another one that is still at it. The setting `leases.clock = caller` is for a clock that a
-- test moves.
CREATE OR REPLACE FUNCTION lease_time(p_at text, p_now text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF current_setting('leases.clock', true) = 'caller' THEN
    RETURN p_at;
  END IF;
  RETURN to_char(
    (statement_timestamp() + (p_at::timestamptz - p_now::timestamptz)) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
END $$;
