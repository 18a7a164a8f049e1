/** booking-service serve as a process on a fresh database, with receivers on this computer, and its commands. */
import type { CreatedAccessToken } from '@booking-service/contract/admin';
import { runCommandLine } from '../../../src/command/run-command-line.ts';
import { makePostgresDatabase, type BaseEngine } from '../../support/engines.ts';
import { environment as sealed, goodModule, prepare } from '../../support/processes/served.ts';
import { freePorts } from '../../support/processes/free-ports.ts';
import { startCommand, type Command, type Service } from '../../support/processes/server-process.ts';

export interface RealOrganization {
  readonly id: string;
  readonly signing_secret: string;
  readonly keys: Service['keys'];
}

export interface RealService extends AsyncDisposable {
  readonly process: Command;
  readonly addresses: Pick<Service, 'url' | 'adminUrl' | 'receiverUrl' | 'welcome'>;
  readonly adminUrl: string;
  /** The headers of an operator, for its admin port. */
  readonly operator: { readonly Authorization: string };
  /** Runs a command on the same database and returns its output. Throws unless it ends with this exit code. */
  readonly run: (line: string, exitCode?: number) => Promise<string>;
  /** The variables of its commands. */
  readonly environment: Readonly<Record<string, string>>;
  /** Creates an organization with a test key and without limits, by command. */
  addOrganization(options: { webhook_url: string }): Promise<RealOrganization>;
}

/** Starts the service with the sandbox's provider and a tick of one second. `variables` are for the service, not for its commands. */
export async function openRealService(
  engine: BaseEngine,
  { variables = {} }: { variables?: Readonly<Record<string, string>> } = {},
): Promise<RealService> {
  await using opened = new AsyncDisposableStack();
  const prepared = opened.use(await prepare(goodModule));
  const database = engine === 'postgres' ? opened.use(await makePostgresDatabase()) : undefined;
  const place = database ? { BOOKING_SERVICE_DATABASE: database.url } : { BOOKING_SERVICE_DATA: prepared.data };
  const environment = { ...sealed, ...place, BOOKING_SERVICE_LOOPBACK_WEBHOOKS: 'allow' };

  async function run(line: string, exitCode = 0): Promise<string> {
    const ended = await runCommandLine(line.split(' '), environment);
    if (ended.exitCode !== exitCode) throw new Error(`${line} ended with ${ended.exitCode}: ${ended.text}`);
    return ended.text;
  }

  await run('migrate');
  const created = JSON.parse(await run('access create --name Tests --role operator --json')) as CreatedAccessToken;
  const [port, admin_port] = await freePorts();
  const flags = ['--modes', 'test', '--tick', '1', '--port', port, '--admin-port', admin_port];
  const process = opened.use(
    startCommand(['serve', '--providers', prepared.providers, ...flags], {
      environment: { ...environment, ...variables },
    }),
  );
  const welcome = await process.printed('Stop: Ctrl-C');
  const adminUrl = `http://127.0.0.1:${admin_port}`;
  const running = opened.move();
  return {
    process,
    addresses: { url: `http://127.0.0.1:${port}`, adminUrl, receiverUrl: '', welcome },
    adminUrl,
    operator: { Authorization: `Bearer ${created.token}` },
    run,
    environment,
    async addOrganization({ webhook_url }) {
      const limits = '--rate-limit 1000000 --test-allowance 1000000';
      const made = await run(`org create --name Diner --webhook-url ${webhook_url} ${limits}`);
      const id = /org_\w+/.exec(made)?.[0] ?? '';
      const signing_secret = /whsec_[\w-]+/.exec(made)?.[0] ?? '';
      const key = /sk_test_[\w-]+/.exec(await run(`key create --org ${id} --mode test`))?.[0] ?? '';
      return { id, signing_secret, keys: { test: key, live: '' } };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
