-- Ends a turn if its lease holds; see postgres-delivery-queues.ts. If next_turn_at is not the end of the lease, a delivery was
-- added during the turn, and the row stays open.
--   earliest     the next turn begins no earlier
--   settles_at   the time at which deliveries that are added now are committed
CREATE OR REPLACE FUNCTION end_turn(p_organization_id text, p json)
RETURNS TABLE (due boolean, abandoned text[]) LANGUAGE plpgsql SET enable_sort = off AS $$
DECLARE
  given record;
  spent record;
  url text;
  first_due instant;
BEGIN
  SELECT * INTO given FROM json_to_record(p) AS g (lease_token text, now text, earliest text, settles_at text, slow boolean);
  IF NOT EXISTS (
    SELECT FROM delivery_queues q WHERE q.organization_id = p_organization_id AND q.lease_token = given.lease_token) THEN
    RETURN;
  END IF;

  -- Deliveries are claimed in the order of their due time, so those whose last attempt a crash lost are among the oldest (DLV-5).
  abandoned := '{}';
  FOR spent IN
    SELECT d.id, d.event_id FROM (
      SELECT * FROM deliveries
      WHERE organization_id = p_organization_id AND state = 'pending' AND due_at <= given.now
      ORDER BY organization_id, due_at, id LIMIT 100) AS d
    WHERE d.attempts >= d.attempts_allowed AND (d.lease_until IS NULL OR d.lease_until < given.now)
  LOOP
    UPDATE deliveries d SET state = 'abandoned', lease_until = NULL, lease_token = NULL
    WHERE d.organization_id = p_organization_id AND d.id = spent.id AND d.state = 'pending'
      AND d.attempts >= d.attempts_allowed AND (d.lease_until IS NULL OR d.lease_until < given.now);
    IF FOUND THEN
      abandoned := abandoned || spent.event_id;
    END IF;
  END LOOP;
  IF cardinality(abandoned) > 0 THEN
    INSERT INTO delivery_counts AS c (organization_id, hour, abandoned)
      VALUES (p_organization_id, left(given.now, 13), cardinality(abandoned))
      ON CONFLICT (organization_id, hour) DO UPDATE SET abandoned = c.abandoned + excluded.abandoned;
  END IF;

  SELECT o.webhook_url INTO url FROM organizations o WHERE o.id = p_organization_id;
  IF url IS NOT NULL THEN
    SELECT d.due_at INTO first_due FROM deliveries d
    WHERE d.organization_id = p_organization_id AND d.state = 'pending'
    ORDER BY d.organization_id, d.due_at LIMIT 1;
  END IF;
  UPDATE delivery_queues q SET
    slow = given.slow, lease_until = NULL, lease_token = NULL,
    oldest_due_at = CASE WHEN q.next_turn_at = q.lease_until THEN first_due ELSE least(q.oldest_due_at, first_due) END,
    settles_at = CASE
      WHEN first_due <= given.now OR q.next_turn_at IS DISTINCT FROM q.lease_until THEN NULL
      ELSE coalesce(q.settles_at, given.settles_at) END,
    next_turn_at = CASE
      WHEN q.next_turn_at IS DISTINCT FROM q.lease_until THEN greatest(least(q.next_turn_at, first_due), given.earliest)
      WHEN first_due <= given.now THEN given.earliest
      WHEN q.settles_at <= given.now THEN first_due
      ELSE least(first_due, coalesce(q.settles_at, given.settles_at)) END
  WHERE q.organization_id = p_organization_id AND q.lease_token = given.lease_token
  RETURNING coalesce(q.next_turn_at <= given.earliest, FALSE) INTO due;
  due := coalesce(due, FALSE);
  RETURN NEXT;
END $$;
