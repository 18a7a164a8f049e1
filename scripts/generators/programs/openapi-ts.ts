/** Makes and reads a booking, and reads what a later version sends, with what @hey-api/openapi-ts makes. */
import { createClient, createConfig } from './client/client/index.ts';
import { createBooking, getBooking } from './client/index.ts';

const [url = '', key = '', laterUrl = '', slot_id = ''] = process.argv.slice(2);
const service = createClient(createConfig({ baseUrl: url, auth: () => key }));
const later = createClient(createConfig({ baseUrl: laterUrl, auth: () => key }));

const guest = { first_name: 'Ada', email: 'ada@diner.test' };
const body = { venue_id: 'ven_harbour_table', slot_id, party_size: 2, guest };
const { data: made } = await createBooking({ client: service, body, throwOnError: true });
console.log('made', made.id);
const { data: found } = await getBooking({ client: service, path: { id: made.id }, throwOnError: true });
console.log('read', found.id);

const read = (last: string) => getBooking({ client: later, path: { id: `bkg_${last.repeat(32)}` } });
console.log('field', (await read('1')).data?.party_size);
console.log('code', (await read('2')).data?.error_code);
console.log('action', (await read('3')).data?.next_action?.type);
console.log('destination', (await read('4')).data?.next_action?.destination);
const { error } = await read('5');
console.log('refused', error && 'error_code' in error && error.error_code);
