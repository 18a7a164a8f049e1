-- A read compares livemode with the key and returns the document as it is stored, so it needs no parsing (decision 038).
ALTER TABLE bookings ADD COLUMN livemode boolean NOT NULL DEFAULT FALSE;
-- Read from the text, since a document may hold \u0000, which no operator of json takes. The guest's words come after it.
UPDATE bookings SET livemode = TRUE WHERE substring(document::text FROM '"livemode":(true|false)') = 'true';
ALTER TABLE bookings ALTER COLUMN livemode DROP DEFAULT;
