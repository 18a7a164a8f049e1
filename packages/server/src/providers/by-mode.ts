import type { CallContext } from './call-context.ts';
import type { Provider } from './provider.ts';

/** Returns a provider that passes each call to the one of its mode. Both have the same methods. */
export function byMode({ live, test }: { readonly live: Provider; readonly test: Provider }): Provider {
  const of = ({ livemode }: CallContext) => (livemode ? live : test);
  const [modifyLive, modifyTest] = [live.modify?.bind(live), test.modify?.bind(test)];
  const [checkLive, checkTest] = [live.checkHold?.bind(live), test.checkHold?.bind(test)];
  return {
    name: live.name,
    handlesVenue: (venue_id) => live.handlesVenue(venue_id),
    searchVenues: (search, context) => of(context).searchVenues(search, context),
    searchAvailability: (search, context) => of(context).searchAvailability(search, context),
    checkRequest: (request, context) => of(context).checkRequest(request, context),
    book: (step, context) => of(context).book(step, context),
    ...(modifyLive &&
      modifyTest && {
        modify: (modification, context) => (context.livemode ? modifyLive : modifyTest)(modification, context),
      }),
    ...(checkLive &&
      checkTest && {
        checkHold: (booking, context) => (context.livemode ? checkLive : checkTest)(booking, context),
      }),
    release: (booking, context) => of(context).release(booking, context),
  };
}
