/** The nodes of a Citus cluster, from the URL of the database postgres of its coordinator. */
import { queryPostgres } from './query-postgres.ts';

/** Runs SQL in the database postgres of each node. */
export async function onEachNode(url: string, sql: string): Promise<void> {
  await Promise.all((await findNodes(url)).map((node) => queryPostgres(node.url, sql)));
}

/** Returns the nodes of the cluster, the coordinator first. */
export async function findNodes(url: string): Promise<{ host: string; port: number; url: string }[]> {
  const rows = await queryPostgres(url, 'SELECT nodename, nodeport FROM pg_dist_node ORDER BY groupid');
  return rows.map(({ nodename, nodeport }) => {
    const node = new URL(url);
    node.hostname = String(nodename);
    node.port = String(nodeport);
    return { host: String(nodename), port: Number(nodeport), url: node.href };
  });
}

export async function dropCitusDatabase(url: string, name: string): Promise<void> {
  await onEachNode(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}
