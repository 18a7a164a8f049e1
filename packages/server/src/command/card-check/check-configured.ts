import type { KeyMode } from '@booking-service/contract';
import type { PaymentService, Sides } from '../../providers/integrations.ts';
import { startRelay } from '../checks/relay.ts';
import type { CheckResult } from '../checks/run-scenario.ts';
import { isSuppliersFile, loadIntegrations } from '../service/load-integrations.ts';
import { StartError } from '../start-error.ts';
import { createCardSide, createPaymentSide, readCardSides, readPaymentSides } from '../suppliers/card-sections.ts';
import type { TypedEntry } from '../suppliers/integration-type.ts';
import { openSuppliersFile, type SuppliersGiven } from '../suppliers/load-suppliers.ts';
import type { HttpSide } from './card-check.ts';
import { checkCardService } from './check-card-service.ts';

export interface CardServiceToCheck extends SuppliersGiven {
  /** The file of --providers: a list of suppliers, or a module. */
  readonly file: string;
  /** True if the payments are checked on the live side. */
  readonly livemode: boolean;
  /** Shows a text to the person who approves a payment. */
  readonly show: (text: string) => void;
}

/** Checks a side of `payments`, and `cards`. Throws a StartError if the file has no such side. */
export async function checkConfigured(given: CardServiceToCheck): Promise<CheckResult[]> {
  const { file, livemode, clock, log, show } = given;
  const mode = livemode ? 'live' : 'test';
  if (!isSuppliersFile(file)) {
    const { payments, cards } = await loadIntegrations(file, { clock, log });
    const side = sideToCheck<PaymentService>(payments, { file, mode, hasCards: cards !== undefined });
    return checkCardService({ payments: side, cards: cards?.live, clock, livemode, show });
  }
  const yaml = openSuppliersFile(file, given);
  yaml.check(yaml.value, { type: 'object', description: 'an object with the keys payments and cards' }, []);
  const cards = readCardSides(yaml)?.live;
  const side = sideToCheck(readPaymentSides(yaml), { file, mode, hasCards: cards !== undefined });
  const options = {
    payments: side && (await createPaymentSide(side, { livemode, clock })),
    cards: cards && (await createCardSide(cards, { livemode: true, clock })),
    http: side && httpOf(side),
    cardsHttp: cards && httpOf(cards),
    clock,
    livemode,
    show,
  };
  if (!side || !options.http) return checkCardService(options);
  await using relay = await startRelay(options.http.url);
  const through = { ...side, fields: { ...side.fields, url: relay.url } };
  const relayed = { relay, payments: await createPaymentSide(through, { livemode, clock }) };
  return await checkCardService({ ...options, relayed });
}

/** Returns the side of the payments. Undefined if the file has cards only. */
function sideToCheck<Side>(
  payments: Sides<Side> | undefined,
  { file, mode, hasCards }: { file: string; mode: KeyMode; hasCards: boolean },
): Side | undefined {
  const side = payments?.[mode];
  if (side || (!payments && hasCards)) return side;
  if (!payments) throw new StartError(`${file} has neither payments nor cards.`, { exitCode: 2 });
  const other =
    mode === 'test'
      ? 'Add its test settings, or check the live side with --live, which takes money and returns it.'
      : 'Check the test side without --live.';
  throw new StartError(`The payments of ${file} have no ${mode} side. ${other}`, { exitCode: 2 });
}

function httpOf({ type, fields: { url, secret } }: TypedEntry): HttpSide | undefined {
  return type === 'http' && typeof url === 'string' && typeof secret === 'string' ? { url, secret } : undefined;
}
