-- Returns whether the delivery was resent, or its next attempt brought forward. A delivery that another resend is moving to the pending
-- ones is one of them afterwards.
CREATE OR REPLACE FUNCTION resend_delivery(p_organization_id text, p_id text, p_now text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  url text;
BEGIN
  BEGIN
    UPDATE deliveries SET state = 'pending', due_at = p_now,
      attempts_allowed = CASE state WHEN 'pending' THEN attempts_allowed ELSE attempts + 1 END
    WHERE organization_id = p_organization_id AND id = p_id AND (state <> 'pending' OR due_at > p_now);
    IF NOT FOUND THEN
      RETURN FALSE;
    END IF;
  EXCEPTION
    WHEN serialization_failure THEN RETURN FALSE;
  END;
  SELECT webhook_url INTO url FROM organizations WHERE id = p_organization_id;
  IF url IS NOT NULL THEN
    PERFORM queue_delivery(p_organization_id, p_now);
  END IF;
  RETURN TRUE;
END $$;
