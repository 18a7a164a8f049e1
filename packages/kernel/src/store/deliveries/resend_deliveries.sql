-- Makes finished deliveries due for one more attempt, like resend_delivery: those that list_delivery_ids returns for the same
-- argument. Returns their number, and the id of the last one if more may follow.
CREATE OR REPLACE FUNCTION resend_deliveries(p_organization_id text, p json)
RETURNS TABLE (resent integer, next_id text) LANGUAGE plpgsql AS $$
DECLARE
  given record;
  found_id text;
  url text;
  v_found integer := 0;
BEGIN
  SELECT * INTO given FROM json_to_record(p) AS g (max_rows integer, now text);
  resent := 0;
  FOR found_id IN SELECT l.id FROM list_delivery_ids(p_organization_id, p) AS l LOOP
    BEGIN
      UPDATE deliveries d SET state = 'pending', due_at = given.now, attempts_allowed = d.attempts + 1
      WHERE d.organization_id = p_organization_id AND d.id = found_id AND d.state <> 'pending';
      IF FOUND THEN
        resent := resent + 1;
      END IF;
    EXCEPTION
      -- Another resend is moving it to the pending ones.
      WHEN serialization_failure THEN NULL;
    END;
    v_found := v_found + 1;
    next_id := found_id;
  END LOOP;
  IF v_found < given.max_rows THEN
    next_id := NULL;
  END IF;
  IF resent > 0 THEN
    SELECT o.webhook_url INTO url FROM organizations o WHERE o.id = p_organization_id;
    IF url IS NOT NULL THEN
      PERFORM queue_delivery(p_organization_id, given.now);
    END IF;
  END IF;
  RETURN NEXT;
END $$;
