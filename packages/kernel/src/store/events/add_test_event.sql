-- Stores a test event, which belongs to neither environment, with its deliveries. Without a webhook URL it stores nothing and returns false.
CREATE OR REPLACE FUNCTION add_test_event(p_organization_id text, p_subject_id text, p_events json, p_deliveries json)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM organizations WHERE id = p_organization_id AND webhook_url IS NOT NULL) THEN
    RETURN FALSE;
  END IF;
  PERFORM store_events(p_organization_id, p_subject_id, NULL, p_events, p_deliveries);
  RETURN TRUE;
END $$;
