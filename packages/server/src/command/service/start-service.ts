import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import type { Logger } from 'pino';
import { errorLine, joinLines, type Tracing } from '@booking-service/kernel/log';
import { systemClock } from '@booking-service/kernel/time';
import { describeContest, type Contest } from '../../store/cells/home-watch.ts';
import { readAvailable } from '../../store/cells/merge-pages.ts';
import { exitOnLostStore } from '../stop-process.ts';
import { describeLocation, findSealing, isSandboxFolder, openStore } from '../open-store.ts';
import { isInFolder, type Settings } from '../settings/effective-settings.ts';
import { StartError } from '../start-error.ts';
import { locationFlag } from '../define-command.ts';
import { loadProviders } from './load-integrations.ts';
import type { Environment } from '../settings/read-settings.ts';

/** A running service. */
export interface Running {
  /** The text to print. */
  readonly welcome: string;
  close(): Promise<void>;
}

/** Starts the service with the providers of its settings, on a database that `migrate` has created. */
export async function startService(
  settings: Settings,
  {
    log,
    reusePort,
    only,
    environment,
    tracing,
  }: {
    readonly log: Logger;
    readonly reusePort: boolean;
    /** The name of the only cell that it serves. */
    readonly only: string | undefined;
    readonly environment: Environment;
    readonly tracing: Tracing | undefined;
  },
): Promise<Running> {
  const { data, modes, providers, loopback_webhooks } = settings;
  if (providers === undefined) {
    throw new StartError(
      '--providers is missing. Name the list of your suppliers, or the module that creates your providers, with --providers FILE, or start a sandbox: booking-service serve --sandbox',
      { exitCode: 2 },
    );
  }
  if (loopback_webhooks === 'allow' && modes.includes('live')) {
    throw new StartError(
      '--loopback-webhooks allow is for development, so it cannot serve live keys. Add --modes test, or leave it out.',
      { exitCode: 2 },
    );
  }
  if (isInFolder(settings) && isSandboxFolder(data)) {
    throw new StartError(`${data} is the folder of a sandbox. Choose another folder with --data, or add --sandbox.`);
  }
  const signIn = settings.sign_in && (await import('../sign-in-file.ts')).readSignInFile(settings.sign_in);
  const sealing = findSealing(settings);
  const clock = systemClock;

  const onUnreachable = ({ name }: { readonly name: string }, error: Error) =>
    log.warn({ err: errorLine(error), cell: name }, 'a cell cannot be reached; it is opened when it responds');

  const onContested = (contest: Contest) => {
    const { organization_id } = contest;
    log.error({ code: 'organization_contested', organization_id }, `${describeContest(contest)} Its requests get 503.`);
  };

  await using opened = new AsyncDisposableStack();
  const onLost = exitOnLostStore(log);
  const store = opened.use(await openStore(settings, { sealing, onLost, onUnreachable, onContested, only }));
  // Log lines of an integration have the ids of the work that called it.
  const joined = joinLines(log);
  const integrations = await loadProviders(providers, { clock, log: joined, environment });
  // A start that is refused above does not load the service.
  const { serveStore } = await import('./serve-store.ts');
  const served = opened.use(
    await serveStore(store, { settings, integrations, sealing, signIn, clock, log, reusePort, tracing }),
  );

  const { result: tokens, unavailable } = await readAvailable(() => store.listAccessTokens({ limit: 1 }));
  // A cell that is down may have one.
  const hasTokens = settings.admin_access === 'open' || tokens.length > 0 || unavailable.length > 0;

  const running = opened.move();
  const welcome = `Booking Service is running at ${served.url} for ${modes.join(' and ')} keys. Data: ${describeLocation(settings)}. Health and metrics: ${served.adminUrl}. Dashboard: ${served.dashboardUrl}.`;
  return {
    welcome: `${welcome}${hasTokens ? '' : ` ${noTokens(settings)}`} Stop: Ctrl-C`,
    close: () => running.disposeAsync(),
  };
}

/** Only the probes work on the admin port before the first token. */
function noTokens(settings: Settings): string {
  const create = `booking-service access create --name Prometheus --role monitoring${locationFlag(settings)}`;
  return `The admin port needs an access token, and none exists. Create one: ${create}`;
}
