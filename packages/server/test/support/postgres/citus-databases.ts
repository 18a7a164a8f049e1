/**
 * Databases on the Citus cluster of TEST_CITUS_URL, which names the database postgres of its coordinator. Every node must accept
 * the user of that URL. A database of a cluster is a database of the same name on each node, with the list of all nodes in it.
 * The first test creates one that is migrated and distributed. Each test gets a copy of it, made node by node, which takes
 * a second; distributing takes longer.
 */
import { Client } from 'pg';
import { migratePostgresStore } from '../../../src/index.ts';
import { testSealing } from '../../../src/testing.ts';
import { dropCitusDatabase, findNodes, onEachNode } from './citus-nodes.ts';
import { queryPostgres, toDatabaseUrl } from './query-postgres.ts';

let hasTemplate = false;

/** Creates the database `name` as a copy of `template`, which is created first if this is the first test that needs it. */
export async function copyCitusTemplate(
  url: string,
  { name, template }: { name: string; template: string },
): Promise<void> {
  if (!hasTemplate) await requireTemplate(url, template);
  hasTemplate = true;
  await onEachNode(url, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
}

/** Creates an empty database, which has the extension and the list of the nodes. */
export async function createCitusDatabase(url: string, name: string): Promise<void> {
  await onEachNode(url, `CREATE DATABASE ${name}`);
  const [coordinator, ...workers] = await findNodes(url);
  if (!coordinator) throw new Error('TEST_CITUS_URL names no coordinator: its pg_dist_node is empty.');
  for (const node of [coordinator, ...workers]) {
    await queryPostgres(toDatabaseUrl(node.url, name), 'CREATE EXTENSION citus');
  }
  const statements = [
    `SELECT citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`,
    ...workers.map(({ host, port }) => `SELECT citus_add_node('${host}', ${port})`),
  ];
  for (const statement of statements) await queryPostgres(toDatabaseUrl(url, name), statement);
}

async function requireTemplate(url: string, template: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // Test files run side by side. The lock ends with the connection.
    await client.query('SELECT pg_advisory_lock(1)');
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template]);
    if (rowCount === 0) await createTemplate(url, template);
  } finally {
    await client.end();
  }
}

async function createTemplate(url: string, template: string): Promise<void> {
  await createCitusDatabase(url, template);
  try {
    await migratePostgresStore(toDatabaseUrl(url, template), { sealing: testSealing, distribute: true });
  } catch (error) {
    await dropCitusDatabase(url, template);
    throw error;
  }
  // A copy needs a database without connections, also of the extension's own process.
  await onEachNode(url, `ALTER DATABASE ${template} ALLOW_CONNECTIONS FALSE`);
  await onEachNode(url, `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${template}'`);
}
