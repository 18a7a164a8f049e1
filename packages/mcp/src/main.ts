import { parseArgs } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from './index.ts';
import { modeOf } from './operation-tools.ts';

const usage = `Usage: booking-mcp --url URL

Serves the operations of a booking service as tools of the Model Context Protocol, on standard input and output.

  --url <URL>  the base URL of the service, without /v1 (or BOOKING_BASE_URL)
  --key <KEY>  an API key (or BOOKING_API_KEY, which other users of the computer cannot see)`;

const anyKey = /(sk_(?:test|live)_)\w+/g;

/** Runs the command line `booking-mcp …`. Standard output belongs to the protocol, so errors go to standard error. */
export async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return console.log(usage);
  try {
    const options = readOptions(args, process.env);
    serveStdio(() => createMcpServer(options), {
      onerror: ({ message }) => console.error(message.replaceAll(options.key, '[key]')),
    });
  } catch (error) {
    // A key that was given as an argument without a flag is not printed.
    console.error((error instanceof Error ? error.message : String(error)).replaceAll(anyKey, '$1…'));
    process.exitCode = 2;
  }
}

function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): { url: string; key: string } {
  const { values } = parseArgs({ args: [...args], options: { url: { type: 'string' }, key: { type: 'string' } } });
  // BOOKING_URL: the name of the variable in 0.1.0.
  const { url = environment['BOOKING_BASE_URL'] ?? environment['BOOKING_URL'] } = values;
  // A line break at the end is that of the file which the key comes from.
  const key = (values.key ?? environment['BOOKING_API_KEY'])?.trim();
  if (url === undefined || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new Error(`--url or BOOKING_BASE_URL must be the http or https URL of the service.\n\n${usage}`);
  }
  if (key === undefined || !modeOf(key)) {
    throw new Error(
      `The API key is missing or has another form. Set BOOKING_API_KEY to sk_test_… or sk_live_….\n\n${usage}`,
    );
  }
  return { url, key };
}
