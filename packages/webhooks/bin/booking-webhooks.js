#!/usr/bin/env node
// The process: arguments, environment, output and exit code. --version loads nothing else.
import { readFileSync } from 'node:fs';

const args = process.argv.slice(2);

if (args.length === 1 && args[0] === '--version') {
  console.log(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version);
} else {
  const loaded = await import('#main').catch((error) => {
    const isUnbuilt = error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes('dist/command/main.js');
    if (!isUnbuilt) throw error;
    process.stderr.write('This clone is not built. Run npm run build first.\n');
    process.exitCode = 1;
  });
  if (loaded) {
    process.exitCode = await loaded.main(args, {
      secret: process.env.BOOKING_WEBHOOK_SECRET,
      write: (text) => process.stdout.write(text),
      writeError: (text) => process.stderr.write(text),
    });
  }
}
