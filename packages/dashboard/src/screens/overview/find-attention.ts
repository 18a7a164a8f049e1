import type { Tone } from '../../components/elements.tsx';
import { exactTime } from '../../components/shown-values.ts';
import { sumCounts } from '../../deliveries/chart-bars.ts';
import type { DeliveryCounts, Organization, Settings, Usage } from '@booking-service/contract/admin';

export interface AttentionFacts {
  readonly organization: Organization;
  readonly settings: Settings;
  readonly usage: Usage;
  /** The attempts of the last 24 hours. */
  readonly counts: readonly DeliveryCounts[];
  /** The time of the first failed attempt since the last success; null if the last attempt succeeded. */
  readonly failing_since: string | null;
}

export interface AttentionItem {
  /** `bad` first. */
  readonly tone: Tone;
  /** The finding. */
  readonly text: string;
  /** The page on which to act; null if only an operator can. */
  readonly address: string | null;
  readonly link: string;
}

/** A share of a limit from which it needs attention. */
const nearLimit = 0.8;

/** The share of failed attempts from which they need attention. Fewer are retried and arrive. */
const manyFailures = 0.1;

/** Everything that a person should act on, most urgent first. */
export function findAttention({
  organization,
  settings,
  usage,
  counts,
  failing_since,
}: AttentionFacts): AttentionItem[] {
  const { succeeded, failed, abandoned } = sumCounts(counts);
  const { rate, test_bookings } = usage;
  const base = `/organizations/${organization.id}`;
  const found: readonly (AttentionItem | false)[] = [
    organization.standing === 'suspended' && {
      tone: 'bad',
      text: 'The organization is suspended: every request of the API is refused.',
      address: null,
      link: '',
    },
    failing_since !== null &&
      settings.webhook_url !== null && {
        tone: 'bad',
        text: `Every webhook has failed since ${exactTime(failing_since)}. Each is retried, then abandoned.`,
        address: `${base}/webhooks?state=pending`,
        link: 'See why',
      },
    abandoned > 0 && {
      tone: 'bad',
      text: `${abandoned} ${abandoned === 1 ? 'delivery was' : 'deliveries were'} abandoned in the last 24 hours.`,
      address: `${base}/webhooks?state=abandoned&since=24h`,
      link: 'Find the cause and resend',
    },
    test_bookings.remaining === 0 &&
      test_bookings.reserved === 0 && {
        tone: 'bad',
        text: 'The test allowance is used up: creating a test booking is refused.',
        address: null,
        link: '',
      },
    test_bookings.reserved > 0 &&
      test_bookings.remaining === 0 && {
        tone: 'waiting',
        text: 'Test bookings in progress reserve the rest of the test allowance: creating another one is refused until one ends.',
        address: null,
        link: '',
      },
    rate.used >= rate.limit * nearLimit && {
      tone: 'waiting',
      text: `${rate.used} of ${rate.limit} requests of this window are used.`,
      address: null,
      link: '',
    },
    failing_since === null &&
      failed > 0 &&
      failed >= (succeeded + failed) * manyFailures && {
        tone: 'waiting',
        text: `${failed} of ${succeeded + failed} webhook attempts failed in the last 24 hours.`,
        address: `${base}/webhooks?since=24h`,
        link: 'See why',
      },
    test_bookings.remaining > 0 &&
      test_bookings.confirmed >= test_bookings.allowance * nearLimit && {
        tone: 'waiting',
        text: `${test_bookings.remaining} test bookings are left.`,
        address: null,
        link: '',
      },
    settings.secret_prepared_at !== null && {
      tone: 'waiting',
      text: 'A new signing secret is prepared and not activated.',
      address: `${base}/settings`,
      link: 'Continue the rotation',
    },
    settings.webhook_url === null && {
      tone: 'accent',
      text: 'Without a webhook URL no event is sent.',
      address: `${base}/settings`,
      link: 'Set the webhook URL',
    },
  ];
  return found.filter((each) => each !== false);
}
