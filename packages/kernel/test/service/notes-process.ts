/**
 * The service of notes in its own process, which a test kills: `notes-process.ts '{"database":…,"folder":…}'`. It sends its URL when it
 * listens. A message to it is the name of an organization to create.
 */
import { createNotes } from './notes-service.ts';

// The parent serializes the place of the service.
const service = await createNotes(JSON.parse(process.argv[2] ?? '{}') as Parameters<typeof createNotes>[0]);
process.on('message', (name) => void service.organizations.create({ name: String(name) }));
const { url } = await service.listen({ port: 0, host: '127.0.0.1' });
process.send?.(url);
