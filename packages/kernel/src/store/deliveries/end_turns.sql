-- Ends turns whose lease holds; see postgres-delivery-queues.ts. If next_turn_at is not the end of the lease, a delivery was added
-- during the turn, and the row stays open. Of several turns, one whose row another transaction has is not ended, so that it delays no
-- other: `due` is NULL then.
--   earliest     the next turn begins no earlier
--   settles_at   the time at which deliveries that are added now are committed
CREATE OR REPLACE FUNCTION end_turns(p json)
RETURNS TABLE (organization_id text, due boolean, abandoned text[]) LANGUAGE plpgsql SET enable_sort = off AS $$
#variable_conflict use_column
DECLARE
  given record;
  spent record;
  v_url text;
  v_first_due instant;
  v_now text;
BEGIN
  FOR given IN
    SELECT * FROM json_to_recordset(p)
      AS g (organization_id text, lease_token text, now text, earliest text, settles_at text, slow boolean)
  LOOP
    organization_id := given.organization_id;
    v_now := lease_time(given.now, given.now);
    due := NULL;
    abandoned := '{}';
    IF json_array_length(p) > 1 THEN
      PERFORM FROM delivery_queues q
      WHERE q.organization_id = given.organization_id AND q.lease_token = given.lease_token FOR NO KEY UPDATE SKIP LOCKED;
    ELSE
      PERFORM FROM delivery_queues q
      WHERE q.organization_id = given.organization_id AND q.lease_token = given.lease_token FOR NO KEY UPDATE;
    END IF;
    IF NOT FOUND THEN
      IF EXISTS (
        SELECT FROM delivery_queues q
        WHERE q.organization_id = given.organization_id AND q.lease_token = given.lease_token) THEN
        RETURN NEXT;
      END IF;
      CONTINUE;
    END IF;

    SELECT d.due_at INTO v_first_due FROM deliveries d
    WHERE d.organization_id = given.organization_id AND d.state = 'pending'
    ORDER BY d.organization_id, d.due_at LIMIT 1;
    IF v_first_due <= given.now THEN
      -- Deliveries are claimed in the order of their due time, so those whose last attempt a crash lost are among the oldest (DLV-5).
      FOR spent IN
        SELECT d.id, d.event_id FROM (
          SELECT * FROM deliveries
          WHERE organization_id = given.organization_id AND state = 'pending' AND due_at <= given.now
          ORDER BY organization_id, due_at, id LIMIT 100) AS d
        WHERE d.attempts >= d.attempts_allowed AND (d.lease_until IS NULL OR d.lease_until < v_now)
      LOOP
        UPDATE deliveries d SET state = 'abandoned', due_at = NULL, lease_until = NULL, lease_token = NULL
        WHERE d.organization_id = given.organization_id AND d.id = spent.id AND d.state = 'pending'
          AND d.attempts >= d.attempts_allowed AND (d.lease_until IS NULL OR d.lease_until < v_now);
        IF FOUND THEN
          abandoned := abandoned || spent.event_id;
        END IF;
      END LOOP;
    END IF;
    IF cardinality(abandoned) > 0 THEN
      INSERT INTO delivery_counts AS c (organization_id, hour, abandoned)
        VALUES (given.organization_id, left(given.now, 13), cardinality(abandoned))
        ON CONFLICT (organization_id, hour) DO UPDATE SET abandoned = c.abandoned + excluded.abandoned;
      SELECT d.due_at INTO v_first_due FROM deliveries d
      WHERE d.organization_id = given.organization_id AND d.state = 'pending'
      ORDER BY d.organization_id, d.due_at LIMIT 1;
    END IF;

    IF v_first_due IS NOT NULL THEN
      SELECT o.webhook_url INTO v_url FROM organizations o WHERE o.id = given.organization_id;
      IF v_url IS NULL THEN
        v_first_due := NULL;
      END IF;
    END IF;
    UPDATE delivery_queues q SET
      slow = given.slow, lease_until = NULL, lease_token = NULL,
      oldest_due_at = CASE WHEN q.next_turn_at = q.lease_until THEN v_first_due ELSE least(q.oldest_due_at, v_first_due) END,
      settles_at = CASE
        WHEN v_first_due <= given.now OR q.next_turn_at IS DISTINCT FROM q.lease_until THEN NULL
        ELSE coalesce(q.settles_at, lease_time(given.settles_at, given.now)) END,
      next_turn_at = CASE
        WHEN q.next_turn_at IS DISTINCT FROM q.lease_until THEN greatest(least(q.next_turn_at, v_first_due), given.earliest)
        WHEN v_first_due <= given.now THEN given.earliest
        WHEN q.settles_at <= v_now THEN v_first_due
        ELSE least(v_first_due, given.settles_at) END
    WHERE q.organization_id = given.organization_id
    RETURNING coalesce(q.next_turn_at <= given.earliest, FALSE) INTO due;
    RETURN NEXT;
  END LOOP;
END $$;
