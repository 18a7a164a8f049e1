-- A read compares livemode with the key and returns the document as it is stored, so it needs no parsing (decision 038).
ALTER TABLE bookings ADD COLUMN livemode INTEGER NOT NULL DEFAULT 0 CHECK (livemode IN (0, 1));
UPDATE bookings SET livemode = coalesce(document ->> '$.livemode', 0);
