/**
 * Checks the service of this container: `node health.js ready`, or `live`. It reaches the admin port, which is on loopback.
 * Exits with 0 if the check passes, and with 1 and the reason if it does not.
 */
const [check = 'ready'] = process.argv.slice(2);
const port = process.env.BOOKING_SERVICE_ADMIN_PORT ?? '7422';

try {
  const response = await fetch(`http://127.0.0.1:${port}/${check}z`, { signal: AbortSignal.timeout(4_000) });
  if (!response.ok) throw new Error(await response.text());
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
