/** Makes and reads a booking, and reads what a later version sends, with what orval makes. */
// @boundaries-ignore the project of the generated code has it (scripts/tools/pinned.ts)
import axios, { isAxiosError } from 'axios';
import { createBooking, getBooking, type CodedError } from './client.ts';

const [url = '', key = '', laterUrl = '', slot_id = ''] = process.argv.slice(2);
const at = (baseURL: string) => ({ baseURL, headers: { Authorization: `Bearer ${key}` } });
axios.defaults.headers.common['Content-Type'] = 'application/json';

const guest = { first_name: 'Ada', email: 'ada@diner.test' };
const order = { venue_id: 'ven_harbour_table', slot_id, party_size: 2, guest };
const { data: made } = await createBooking(order, at(url));
console.log('made', made.id);
console.log('read', (await getBooking(made.id, at(url))).data.id);

const read = async (last: string) => (await getBooking(`bkg_${last.repeat(32)}`, at(laterUrl))).data;
console.log('field', (await read('1')).party_size);
console.log('code', (await read('2')).error_code);
console.log('action', (await read('3')).next_action?.type);
console.log('destination', (await read('4')).next_action?.destination);
await read('5').catch((error: unknown) => {
  if (!isAxiosError<CodedError>(error)) throw error;
  console.log('refused', error.response?.data.error_code);
});
