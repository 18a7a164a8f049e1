-- Sets or removes a webhook URL. Without one an organization has no turns (DLV-2, DLV-11).
CREATE OR REPLACE FUNCTION set_webhook_url(p_organization_id text, p_webhook_url text) RETURNS void
LANGUAGE plpgsql SET enable_sort = off AS $$
DECLARE
  first_due instant;
BEGIN
  UPDATE organizations SET webhook_url = p_webhook_url WHERE id = p_organization_id;
  IF p_webhook_url IS NULL THEN
    UPDATE delivery_queues SET next_turn_at = NULL, oldest_due_at = NULL WHERE organization_id = p_organization_id;
    RETURN;
  END IF;
  SELECT d.due_at INTO first_due FROM deliveries d
  WHERE d.organization_id = p_organization_id AND d.state = 'pending'
  ORDER BY d.organization_id, d.due_at LIMIT 1;
  IF first_due IS NOT NULL THEN
    PERFORM queue_delivery(p_organization_id, first_due);
  END IF;
END $$;
