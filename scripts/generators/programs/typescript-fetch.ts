/** Makes and reads a booking, and reads what a later version sends, with what openapi-generator makes for TypeScript. */
import { BookingsApi, CodedErrorFromJSON, Configuration, ResponseError } from './client/index.ts';

const [url = '', key = '', laterUrl = '', slotId = ''] = process.argv.slice(2);
const open = (basePath: string) => new BookingsApi(new Configuration({ basePath, accessToken: key }));
const [service, later] = [open(url), open(laterUrl)];

const guest = { firstName: 'Ada', email: 'ada@diner.test' };
const order = { venueId: 'ven_harbour_table', slotId, partySize: 2, guest };
const made = await service.createBooking({ createBooking: order });
console.log('made', made.id);
console.log('read', (await service.getBooking({ id: made.id })).id);

const read = (last: string) => later.getBooking({ id: `bkg_${last.repeat(32)}` });
console.log('field', (await read('1')).partySize);
console.log('code', (await read('2')).errorCode);
console.log('action', (await read('3')).nextAction?.type);
console.log('destination', (await read('4')).nextAction?.destination);
await read('5').catch(async (error: unknown) => {
  if (!(error instanceof ResponseError)) throw error;
  console.log('refused', CodedErrorFromJSON(await error.response.json()).errorCode);
});
