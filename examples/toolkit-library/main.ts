/** Serves the library. LIBRARY_DATABASE is a folder or the URL of a PostgreSQL database. */
import { createLibrary } from './library.ts';

const { LIBRARY_DATABASE = './data', LIBRARY_SEALING_KEY, LIBRARY_WEBHOOK_URL, LIBRARY_PORT = '7430' } = process.env;

const library = await createLibrary({
  database: LIBRARY_DATABASE,
  sealing_key: LIBRARY_SEALING_KEY,
  // This example posts to a receiver on the same computer, immediately. Leave both out in production.
  allowLoopbackWebhooks: true,
  tick_seconds: 1,
});
const { url } = await library.listen({ host: '127.0.0.1', port: Number(LIBRARY_PORT) });
const { api_keys, webhook_secret } = await library.organizations.create({
  name: 'Reading room',
  webhook_url: LIBRARY_WEBHOOK_URL,
});
console.log(`LIBRARY_BASE_URL=${url}\nLIBRARY_API_KEY=${api_keys.test}\nLIBRARY_WEBHOOK_SECRET=${webhook_secret}`);
process.once('SIGTERM', () => void library.close());
