-- Counts due deliveries up to a maximum: first the queues that have waited longest, then the deliveries of each.
CREATE OR REPLACE FUNCTION count_due_deliveries(p_now text, p_limit integer)
RETURNS TABLE (due_deliveries integer, oldest_due_delivery text) LANGUAGE plpgsql STABLE SET enable_sort = off AS $$
BEGIN
  RETURN QUERY SELECT count(*)::integer, min(due.due_at)::text
  FROM (
    SELECT d.due_at
    FROM (SELECT organization_id FROM delivery_queues WHERE oldest_due_at <= p_now ORDER BY oldest_due_at) AS q
    CROSS JOIN LATERAL (
      SELECT d.due_at FROM deliveries d
      WHERE d.organization_id = q.organization_id AND d.state = 'pending' AND d.due_at <= p_now
      ORDER BY d.organization_id, d.due_at, d.id LIMIT p_limit) AS d
    LIMIT p_limit) AS due;
END $$;
