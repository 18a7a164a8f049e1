-- Expired bookings are claimed in batches (decision 043). It needs no index: a claim passes at most the claims under way.
ALTER TABLE bookings ADD COLUMN expiry_lease_until TEXT;

-- A last attempt whose outcome a crash lost is found in its organization's turn. No index has `attempts`, which each claim changes.
DROP INDEX deliveries_spent;

-- A start ends the leases of the previous process without reading every organization.
CREATE INDEX delivery_queues_leased ON delivery_queues (lease_token) WHERE lease_token IS NOT NULL;

-- Keys are listed in pages.
DROP INDEX api_keys_of_organization;
CREATE INDEX api_keys_of_organization ON api_keys (organization_id, id);
