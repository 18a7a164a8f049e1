/*
 * Removes at most about `max_events` events from the default partitions, with their deliveries and attempts, and keeps pending
 * deliveries with their events. `from_digits` and `next_digits` are the digits of the time in an id.
 */
CREATE OR REPLACE FUNCTION clean_default_history(from_digits text, before_ms bigint, max_events integer,
  OUT events bigint, OUT next_digits text)
LANGUAGE plpgsql AS $$
DECLARE
  last text := lpad(to_hex(before_ms), 12, '0');
BEGIN
  events := 0;
  IF NOT pg_try_advisory_xact_lock(7420011042) THEN RETURN; END IF;
  SELECT substr(e.id, 5, 12) INTO next_digits FROM events_default e
  WHERE e.id >= 'evt_' || from_digits AND e.id < 'evt_' || last
  ORDER BY e.id OFFSET max_events LIMIT 1;
  -- All events of one millisecond are removed together.
  IF next_digits = from_digits THEN
    next_digits := lpad(to_hex(('x' || lpad(from_digits, 16, '0'))::bit(64)::bigint + 1), 12, '0');
  END IF;
  last := coalesce(next_digits, last);
  DELETE FROM deliveries_default d
  WHERE d.id >= 'dlv_' || from_digits AND d.id < 'dlv_' || last;
  DELETE FROM delivery_attempts_default a
  WHERE a.delivery_id >= 'dlv_' || from_digits AND a.delivery_id < 'dlv_' || last AND NOT EXISTS (
    SELECT 1 FROM deliveries_pending d WHERE d.organization_id = a.organization_id AND d.id = a.delivery_id);
  DELETE FROM events_default e
  WHERE e.id >= 'evt_' || from_digits AND e.id < 'evt_' || last AND NOT EXISTS (
    SELECT 1 FROM deliveries_pending d
    WHERE d.organization_id = e.organization_id AND d.event_id = e.id
      AND d.id >= 'dlv_' || from_digits AND d.id < 'dlv_' || last);
  GET DIAGNOSTICS events = ROW_COUNT;
END $$;
