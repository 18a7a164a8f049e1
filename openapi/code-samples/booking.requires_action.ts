import { createServer } from 'node:http';
import { createMemoryDedupe, createReceiver, createVerifier } from '@booking-service/webhooks';
import { createNodeHandler } from '@booking-service/webhooks/node';

const receiver = createReceiver({
  verifier: createVerifier({ secrets: [process.env['BOOKING_WEBHOOK_SECRET'] ?? ''] }),
  dedupe: createMemoryDedupe(),
}).on('booking.requires_action', ({ data }) => {
  console.log(`${data.object.id} needs: ${data.object.next_action?.type}`);
});

createServer(createNodeHandler(receiver)).listen(Number(process.env['PORT'] ?? 3000));
