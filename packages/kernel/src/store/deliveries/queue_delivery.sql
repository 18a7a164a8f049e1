-- Makes an organization due no later than p_due_at. A row that is open and due already is not written: see
-- store/postgres/delivery-queues.ts.
CREATE OR REPLACE FUNCTION queue_delivery(p_organization_id text, p_due_at text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM delivery_queues q
    WHERE q.organization_id = p_organization_id AND q.settles_at IS NULL AND q.next_turn_at <= p_due_at) THEN
    RETURN;
  END IF;
  INSERT INTO delivery_queues AS q (organization_id, next_turn_at, oldest_due_at)
  VALUES (p_organization_id, p_due_at, p_due_at)
  ON CONFLICT (organization_id) DO UPDATE SET
    next_turn_at = least(q.next_turn_at, excluded.next_turn_at),
    oldest_due_at = least(q.oldest_due_at, excluded.oldest_due_at), settles_at = NULL;
END $$;
