#!/usr/bin/env node
// Checks the Node version before it loads files that an older Node cannot run. --version loads nothing else.
import { readFileSync } from 'node:fs';

const { version, engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [needed, given] = [engines.node.replace('>=', ''), process.versions.node];
// Not localeCompare, which loads the rules of a language.
const toNumber = ([major, minor]) => major * 1000 + minor;
const isOlder = toNumber(given.split('.').map(Number)) < toNumber(needed.split('.').map(Number));
const args = process.argv.slice(2);

if (isOlder) {
  fail(
    `Booking Service needs Node ${needed} or newer, but this is Node ${given}. Install Node ${needed} and start again.`,
  );
} else if (args.length === 1 && args[0] === '--version') {
  console.log(version);
} else {
  const loaded = await import('#main').catch((error) => {
    const isUnbuilt = error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes('dist/main.js');
    if (!isUnbuilt) throw error;
    fail('This clone is not built. Run npm run build first, or start it from its sources: npm run booking-service --');
  });
  await loaded?.main(args);
}

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}
