#!/usr/bin/env node
// Checks the Node version before it loads files that an older Node cannot parse. --version loads nothing else.
const needed = '24.16';
const [major, minor] = process.versions.node.split('.').map(Number);
const [neededMajor, neededMinor] = needed.split('.').map(Number);
const args = process.argv.slice(2);

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  fail(
    `Booking Service needs Node ${needed} or newer, but this is Node ${process.versions.node}. Install Node ${needed} and start again.`,
  );
} else if (args.length === 1 && args[0] === '--version') {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  console.log(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version);
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
