#!/usr/bin/env node
// The process: arguments, environment, output and exit code.
const loaded = await import('#main').catch((error) => {
  const isUnbuilt = error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes('dist/command/main.js');
  if (!isUnbuilt) throw error;
  process.stderr.write('This clone is not built. Run npm run build first.\n');
  process.exitCode = 1;
});

if (loaded) {
  process.exitCode = await loaded.main(process.argv.slice(2), {
    secret: process.env.BOOKING_WEBHOOK_SECRET,
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
  });
}
