// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../packages/server/test/support/processes/free-ports.ts';
import { pageBlocks } from '../pages/page-blocks.ts';
import { runUntilShown } from './run-until-shown.ts';

const installs = /added \d+ packages?/;
/** The text that shows that the first command of a README ran its package. Nothing listens at the addresses that the commands name. */
const shownBy: Readonly<Record<string, RegExp>> = {
  '@booking-service/cli': /trigger booking\.failed/,
  '@booking-service/client': installs,
  '@booking-service/conformance': /the admin server at \S+ does not respond/,
  '@booking-service/kernel': installs,
  '@booking-service/mcp': /"serverInfo":\{"name":"booking-service"/,
  '@booking-service/octo-provider': installs,
  '@booking-service/server': /sk_test_/,
  '@booking-service/stripe': installs,
  '@booking-service/testing': installs,
  '@booking-service/toolkit': installs,
  '@booking-service/webhooks': /booking\.failed evt_\w+: no response/,
};

/** The first message that a client sends to a server of the Model Context Protocol. The other commands read no input. */
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'rehearsal', version: '1' } },
};

/**
 * Runs the first command of a README as a reader pastes it, in an empty folder, and returns it. Undefined if the README shows none.
 * Only its ports are free ones: others may use the documented ones.
 */
export async function runFirstCommand(
  name: string,
  { readme, folder, cache }: { readonly readme: string; readonly folder: string; readonly cache: string },
): Promise<string | undefined> {
  const [shown, line] = [shownBy[name], firstCommand(readme)];
  if (shown === undefined && line === undefined) return undefined;
  if (shown === undefined)
    throw new Error(`Add to ${import.meta.filename} what the command of ${name} prints: ${line}`);
  if (line === undefined) throw new Error(`The README of ${name} shows no command that runs it.`);
  const [port, receiver, admin, dashboard] = await freePorts();
  const command = line.replaceAll(/(?<=127\.0\.0\.1:|localhost:)\d+/g, port);
  const env = {
    ...process.env,
    npm_config_cache: cache,
    // npx asks a reader before it installs a package.
    npm_config_yes: 'true',
    BOOKING_API_KEY: 'sk_test_rehearsal',
    BOOKING_WEBHOOK_SECRET: 'whsec_rehearsal',
    BOOKING_SERVICE_PORT: port,
    BOOKING_SERVICE_RECEIVER_PORT: receiver,
    BOOKING_SERVICE_ADMIN_PORT: admin,
    BOOKING_SERVICE_DASHBOARD_PORT: dashboard,
  };
  // With exec, the signal that stops the command reaches npm. npm stops the program.
  await runUntilShown(['/bin/sh', '-c', `exec ${command}`], {
    cwd: folder,
    env,
    shown,
    input: `${JSON.stringify(initialize)}\n`,
  });
  return line;
}

/** Returns the first line that runs npm or npx, or the command of the first settings for a client of the Model Context Protocol. */
function firstCommand(readme: string): string | undefined {
  for (const { language, body } of pageBlocks(readme)) {
    const line = language === 'sh' ? /^np[mx] .*$/m.exec(body)?.[0] : undefined;
    if (line !== undefined) return line;
    // The README's example has this form.
    const settings = language === 'json' ? (JSON.parse(body) as McpSettings) : undefined;
    for (const { command, args } of Object.values(settings?.mcpServers ?? {})) return [command, ...args].join(' ');
  }
  return undefined;
}

/** The settings of a client of the Model Context Protocol. */
interface McpSettings {
  readonly mcpServers?: Readonly<Record<string, { readonly command: string; readonly args: readonly string[] }>>;
}
