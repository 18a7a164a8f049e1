/** The scenarios in which a response is lost, late or replaced on its way. A relay between the check and the provider does it. */
import type { ProviderCheck, ProviderCheckOptions, Scenario } from './provider-check.ts';
import { demand, Unchecked } from '@booking-service/conformance/verdict';

export const relayScenarios: Readonly<Record<string, Scenario>> = {
  'lost response': (check) => bookAgainAfter(check, 'lose'),
  garbage: (check) => bookAgainAfter(check, 'replace'),
  'slow response': async (check) => {
    const { provider, relay } = relayOf(check);
    const booking = check.newBooking();
    relay.next = 'hold';
    // The first response is held back, as if the service had stopped waiting. It must not reject unhandled meanwhile.
    const late = check.book(booking, { through: provider }).catch((error: unknown) => error);
    await Promise.race([relay.held(), late]);
    const { confirmation_code } = await check.confirm(booking);
    relay.release();
    const outcome = await late;
    demand(!(outcome instanceof Error), `the late response failed: ${outcome instanceof Error && outcome.message}`);
    const again = await check.confirm(booking);
    demand(again.confirmation_code === confirmation_code, 'the booking has another code after a late response');
    return 'one booking';
  },
};

/** The response to a book does not arrive. The call must fail, and a repeated one must find the booking. */
async function bookAgainAfter(check: ProviderCheck, what: 'lose' | 'replace'): Promise<string> {
  const { provider, relay } = relayOf(check);
  const booking = check.newBooking();
  relay.next = what;
  const failed = await check.book(booking, { through: provider }).then(
    () => false,
    () => true,
  );
  demand(failed, 'the call resolves although no valid response came');
  const { confirmation_code } = await check.confirm(booking, provider);
  const again = await check.confirm(booking, provider);
  demand(again.confirmation_code === confirmation_code, 'the booking has another code at each repeat');
  return 'repeated, one booking';
}

function relayOf({ relayed }: ProviderCheck): NonNullable<ProviderCheckOptions['relayed']> {
  if (!relayed) throw new Unchecked('the supplier has no url');
  return relayed;
}
