import type {
  AnsweredQuestions,
  AvailabilitySearch,
  Booking,
  CreateBooking,
  ModifyBooking,
  Party,
  PartyUnit,
  Question,
} from '@booking-service/contract';
import { Refusal } from './refusal.ts';

/** The contract's maximum of PartySize. A test compares it with the contract. */
export const maxPartySize = 50;

interface PartyFields {
  readonly party?: Party;
  readonly party_size?: number;
}

/** A request whose number of people is stated: the sum of the quantities, if it has a party. */
type Sized<Request> = Omit<Request, keyof PartyFields> & PartyFields & { readonly party_size: number };

export type SizedSearch = Sized<AvailabilitySearch>;
export type SizedBooking = Sized<CreateBooking>;

/** Adds the number of people to a request with a party (BKG-16). The contract requires one of the two fields. */
export function withPartySize<Request extends PartyFields>(request: Request): Sized<Request> {
  const { party = [], party_size = sizeOf(party) } = request;
  return { ...request, party_size };
}

/** Returns the booking with these changes. A party_size alone replaces the party (BKG-16). */
export function changedBooking<B extends Pick<Booking, 'party'>>(booking: B, changes: ModifyBooking): B {
  const { party: _party, ...rest } = booking;
  // Only the optional field may be missing.
  const unchanged = changes.party_size === undefined ? booking : (rest as B);
  return { ...unchanged, ...changes };
}

/** Returns the number of people in a party. Refuses a party that is too large for a booking. */
function sizeOf(party: readonly PartyUnit[]): number {
  const size = party.reduce((sum, { quantity }) => sum + quantity, 0);
  if (size <= maxPartySize) return size;
  const message = `must have at most ${maxPartySize} people`;
  throw new Refusal('invalid_request', { details: [{ in: 'body', path: '/party', message }] });
}

type Answers = AnsweredQuestions['answers'];

/** Refuses answers that leave out a required question, name no option of a choice, or belong to no question (BKG-17). */
export function checkAnswers(answers: Answers, questions: readonly Question[]): void {
  const asked = new Map(questions.map((question) => [question.id, question]));
  const unknown = Object.keys(answers).filter((id) => !asked.has(id));
  const details = [
    ...unknown.map((id) => detail(id, 'is the answer to no question of this booking')),
    ...questions.flatMap((question) => {
      const problem = problemOf(question, answers[question.id]);
      return problem === undefined ? [] : [detail(question.id, problem)];
    }),
  ];
  if (details.length > 0) throw new Refusal('invalid_request', { details });
}

function problemOf({ required, options }: Question, answer: string | undefined): string | undefined {
  if (answer === undefined || answer.trim() === '') return required ? 'is required' : undefined;
  const isOption = !options || options.some(({ value }) => value === answer);
  return isOption ? undefined : 'must be the value of an option';
}

/** The names of answers contain no character that a JSON pointer escapes. */
function detail(id: string, message: string) {
  return { in: 'body', path: `/answers/${id}`, message } as const;
}
