-- Lists of one organization (decision 046). Every filter is an equality on the first columns of an index, whose last columns are the
-- order of the list. So a page reads a few rows more than it returns, however many there are.

ALTER TABLE deliveries ADD COLUMN event_type TEXT NOT NULL DEFAULT '';
-- The outcome of the last recorded attempt.
ALTER TABLE deliveries ADD COLUMN status_class TEXT NOT NULL DEFAULT 'none'
  CHECK (status_class IN ('none', '2xx', '3xx', '4xx', '5xx', 'other', 'no_response'));
UPDATE deliveries SET
  event_type = coalesce(
    (SELECT e.type FROM events e WHERE e.organization_id = deliveries.organization_id AND e.id = deliveries.event_id), ''),
  status_class = coalesce(
    (SELECT CASE a.status / 100 WHEN 2 THEN '2xx' WHEN 3 THEN '3xx' WHEN 4 THEN '4xx' WHEN 5 THEN '5xx'
        ELSE iif(a.status IS NULL, 'no_response', 'other') END
      FROM delivery_attempts a
      WHERE a.organization_id = deliveries.organization_id AND a.delivery_id = deliveries.id
      ORDER BY a.attempt DESC LIMIT 1), 'none');
CREATE INDEX deliveries_listed ON deliveries (organization_id, event_type, state, status_class, id);
CREATE INDEX events_of_booking ON events (organization_id, booking_id, id);

-- The time at which the stored response was deleted by hand.
ALTER TABLE delivery_attempts ADD COLUMN answer_deleted TEXT;

-- Not generated from the document: each index with such a column would parse it again at each write.
ALTER TABLE bookings ADD COLUMN provider TEXT;
ALTER TABLE bookings ADD COLUMN created TEXT;
ALTER TABLE bookings ADD COLUMN confirmation_code TEXT;
UPDATE bookings SET provider = document ->> '$.provider', created = document ->> '$.created',
  confirmation_code = document ->> '$.confirmation_code';
CREATE INDEX bookings_listed ON bookings (organization_id, livemode, status, created, id);
CREATE INDEX bookings_of_provider ON bookings (organization_id, provider, livemode, status, created, id);
CREATE INDEX bookings_by_confirmation ON bookings (organization_id, confirmation_code, created, id)
  WHERE confirmation_code IS NOT NULL;
