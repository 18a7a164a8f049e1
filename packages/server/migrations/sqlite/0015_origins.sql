-- What joins the work of a request with the request: its id, and the trace that it belongs to (traceparent of W3C Trace Context). A
-- run has those of the request that stored it, and an event those of the request or run that caused it (decision 063). Both are
-- null for work without a request, such as an expiry, and for rows of earlier versions.
ALTER TABLE runs ADD COLUMN request_id TEXT;
ALTER TABLE runs ADD COLUMN traceparent TEXT;
ALTER TABLE events ADD COLUMN request_id TEXT;
ALTER TABLE events ADD COLUMN traceparent TEXT;
