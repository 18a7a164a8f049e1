-- Guards the rows of an organization that moves to another cell. The trigger exists only during the move, on each of its tables, and for
-- the rows of that organization. Arguments: the table, of which this may be a partition, and the organization.
--   draining        work that begins is held: its lease ends never, so no claim finds it
--   frozen, moved   a write is refused. An update of the worker is skipped instead, because its statement may be about many
--                   organizations: it finds no row, as if its lease had ended. So is a row of the log of requests, which is inserted with
--                   those of others.
-- A writer takes a shared lock until its commit. The mover changes the state under the exclusive one, so no earlier write is under way.
CREATE OR REPLACE FUNCTION guard_move() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_table text := TG_ARGV[0];
  v_far text := '9999-12-31T23:59:59.999Z';
  v_move organization_moves;
  v_skipped boolean := false;
BEGIN
  IF current_setting('booking_service.moves', true) = TG_ARGV[1] THEN
    IF TG_OP = 'DELETE' THEN
      RETURN OLD;
    END IF;
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('move ' || TG_ARGV[1], 0));
  SELECT * INTO v_move FROM organization_moves m WHERE m.organization_id = TG_ARGV[1];

  IF v_move.state IN ('frozen', 'moved') THEN
    IF TG_OP = 'DELETE' THEN
      v_skipped := v_table IN ('runs', 'booking_reads');
    ELSIF TG_OP = 'UPDATE' THEN
      IF v_table IN ('runs', 'booking_reads', 'delivery_queues') THEN
        v_skipped := true;
      ELSIF v_table = 'deliveries' THEN
        v_skipped := NEW.attempts_allowed = OLD.attempts_allowed;
      ELSIF v_table = 'bookings' THEN
        v_skipped := NEW.version = OLD.version;
      ELSIF v_table IN ('api_keys', 'access_tokens', 'dashboard_sessions') THEN
        v_skipped := to_jsonb(NEW) - 'last_used_at' = to_jsonb(OLD) - 'last_used_at';
      END IF;
    ELSE
      v_skipped := v_table = 'requests';
    END IF;
    IF v_skipped THEN
      RETURN NULL;
    END IF;
    IF v_move.state = 'frozen' THEN
      RAISE EXCEPTION 'The organization moves to another cell.' USING ERRCODE = 'OM001';
    END IF;
    RAISE EXCEPTION 'The organization has moved to cell %.', v_move.cell USING ERRCODE = 'OM002';
  END IF;

  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  IF v_move.state = 'draining' THEN
    IF v_table = 'runs' THEN
      IF NEW.ready THEN
        NEW.ready := false;
        NEW.lease_until := v_far;
        NEW.lease_token := 'move';
      END IF;
    ELSIF v_table = 'delivery_queues' THEN
      IF NEW.lease_token IS NULL OR (TG_OP = 'UPDATE' AND OLD.lease_token = 'move') THEN
        NEW.lease_until := v_far;
        NEW.lease_token := 'move';
      END IF;
    END IF;
  END IF;
  RETURN NEW;
END $$;
