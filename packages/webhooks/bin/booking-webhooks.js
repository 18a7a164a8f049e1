#!/usr/bin/env node
// The process: arguments, environment, output and exit code.
const { main } = await import('#main');

process.exitCode = await main(process.argv.slice(2), {
  secret: process.env.BOOKING_WEBHOOK_SECRET,
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
});
