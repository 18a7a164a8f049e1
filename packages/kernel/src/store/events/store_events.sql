-- Inserts the events of a subject, and their deliveries. Without a webhook URL an event has no delivery, so a URL that is set
-- later gets no old events (DLV-2, DLV-11).
CREATE OR REPLACE FUNCTION store_events(
  p_organization_id text, p_subject_id text, p_livemode boolean, p_events json, p_deliveries json
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  event record;
  delivery record;
  url text;
  first_due instant;
BEGIN
  FOR event IN
    SELECT * FROM json_to_recordset(p_events)
      AS e (id text, type text, created text, payload text, request_id text, traceparent text)
  LOOP
    INSERT INTO events (organization_id, id, subject_id, type, created, payload, livemode, request_id, traceparent)
    VALUES (p_organization_id, event.id, p_subject_id, event.type, event.created, event.payload, p_livemode,
      event.request_id, event.traceparent);
  END LOOP;
  SELECT webhook_url INTO url FROM organizations WHERE id = p_organization_id;
  IF url IS NULL THEN
    RETURN;
  END IF;
  FOR delivery IN
    SELECT * FROM json_to_recordset(p_deliveries)
      AS d (id text, event_id text, event_type text, attempts_allowed integer, due_at text)
  LOOP
    INSERT INTO deliveries (organization_id, id, event_id, event_type, state, attempts_allowed, due_at)
    VALUES (p_organization_id, delivery.id, delivery.event_id, delivery.event_type, 'pending', delivery.attempts_allowed,
      delivery.due_at);
    first_due := least(first_due, delivery.due_at);
  END LOOP;
  IF first_due IS NOT NULL THEN
    PERFORM queue_delivery(p_organization_id, first_due);
  END IF;
END $$;
