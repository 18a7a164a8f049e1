-- Distributes the tables by organization, on Citus. It changes what is not distributed yet, so it also runs after later migrations.
DO $$
DECLARE
  it record;
BEGIN
  -- Without a shard key a table is copied to each node. api_keys, access_tokens and
  -- dashboard_sessions are: a key, a token and a session are found by digest.
  CREATE TEMPORARY TABLE undistributed ON COMMIT DROP AS
    SELECT c.oid::regclass AS name,
      CASE WHEN c.relname = 'organizations' THEN 'id' WHEN c.relname NOT IN ('api_keys', 'access_tokens', 'dashboard_sessions') THEN a.attname END AS shard_key
    FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND NOT EXISTS (SELECT FROM pg_dist_partition d WHERE d.logicalrelid = c.oid)
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e');

  -- A foreign key cannot connect a distributed table with one that is not. It is dropped first and added again at the end. That of
  -- api_keys is not added again: a table on each node cannot refer to a distributed one.
  CREATE TEMPORARY TABLE dropped_keys ON COMMIT DROP AS
    SELECT k.conrelid::regclass AS name, k.conname AS foreign_key, pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint k
    WHERE k.contype = 'f' AND k.conparentid = 0
      AND (k.conrelid IN (SELECT u.name FROM undistributed u) OR k.confrelid IN (SELECT u.name FROM undistributed u));
  FOR it IN SELECT * FROM dropped_keys LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', it.name, it.foreign_key);
  END LOOP;

  FOR it IN SELECT u.*, c.relpersistence FROM undistributed u JOIN pg_class c ON c.oid = u.name
    ORDER BY u.name::text <> 'organizations'
  LOOP
    -- A shard moves by replication, which an unlogged table does not have.
    IF it.relpersistence = 'u' THEN
      EXECUTE format('ALTER TABLE %s SET LOGGED', it.name);
    END IF;
    IF it.shard_key IS NULL THEN
      PERFORM create_reference_table(it.name);
    ELSIF it.name::text = 'organizations' THEN
      PERFORM create_distributed_table(it.name, it.shard_key, colocate_with => 'none');
    ELSE
      PERFORM create_distributed_table(it.name, it.shard_key, colocate_with => 'organizations');
    END IF;
  END LOOP;

  FOR it IN SELECT * FROM dropped_keys WHERE name::text <> 'api_keys' LOOP
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', it.name, it.foreign_key, it.definition);
  END LOOP;

  -- A function whose first parameter is the organization runs on the node that has its rows.
  FOR it IN
    SELECT p.oid::regprocedure AS name FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace AND p.proargnames[1] = 'p_organization_id'
  LOOP
    PERFORM create_distributed_function(it.name, '$1', colocate_with => 'organizations');
  END LOOP;
END $$;
