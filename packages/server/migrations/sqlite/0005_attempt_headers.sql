-- What an attempt sent beside the event's payload, for the history; attempts before this have none.
ALTER TABLE delivery_attempts ADD COLUMN request_headers TEXT CHECK (json_valid(request_headers));
