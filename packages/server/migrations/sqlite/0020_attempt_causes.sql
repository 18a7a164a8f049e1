-- Why an attempt got no response, as openapi/behavior/delivery.yaml lists it. Attempts before this have none.
ALTER TABLE delivery_attempts ADD COLUMN cause TEXT;
