#!/usr/bin/env node
// Checks the Node version before it loads files that an older Node cannot parse.
const needed = '24.16';
const [major, minor] = process.versions.node.split('.').map(Number);
const [neededMajor, neededMinor] = needed.split('.').map(Number);

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  console.error(
    `Booking Service needs Node ${needed} or newer, but this is Node ${process.versions.node}. Install Node ${needed} and start again.`,
  );
  process.exitCode = 1;
} else {
  const { main } = await import('#main');
  await main(process.argv.slice(2));
}
