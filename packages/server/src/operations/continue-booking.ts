import type {
  AnsweredQuestions,
  Booking,
  ContinueBooking,
  OperationRequest,
  OperationResponse,
  Question,
} from '@booking-service/contract';
import { requireAllTaken } from '@booking-service/kernel/contract';
import { moveBooking, type ProviderAnswer, toEvents } from '../domain/booking.ts';
import { invalidState, Refusal } from '../domain/contract.ts';
import type { Caller } from '../store/store.ts';
import type { OperationContext } from './operation-context.ts';
import { changeOwnBooking, contextOf } from './own.ts';
import { isApproved } from '../domain/payment.ts';

/** POST /v1/bookings/{id}/continue (END-5). Stores the caller's input with the provider's next step. */
export async function continueBooking(
  { path, body }: OperationRequest<'continueBooking'>,
  caller: Caller,
  { store, clock, newId, deliveryDelays, portsOf, runs }: OperationContext,
): Promise<OperationResponse<'continueBooking'>> {
  const sendsEvents = portsOf(contextOf(caller)).payments?.readEvent !== undefined;
  const { booking } = await changeOwnBooking(path.id, caller, { store, clock }, (found, { step }) => {
    const now = clock.now();
    if (body.type === 'authorize_payment' && sendsEvents && isApproved(found)) return { booking: found, events: [] };
    const moved = moveBooking(found, { trigger: 'continue', to: 'processing' }, now);
    if (!moved) throw invalidState('continued', found.status);
    if (found.next_action?.type !== body.type) {
      const message = `The booking is ${found.status} and waits for ${found.next_action?.type}, not ${body.type}.`;
      throw new Refusal('invalid_state', { message });
    }
    const { questions } = { questions: [], ...found.next_action };
    if (body.type === 'answer_questions') checkAnswers(body.answers, questions);
    const { booking: continued, answer } = withInput(moved.booking, body);
    return {
      booking: continued,
      events: toEvents(moved.events, continued, { newId, deliveryDelays }),
      run: { step: step + 1, answer, due_at: now.toISOString() },
    };
  });
  runs.wake({ organization_id: caller.organization.id });
  runs.wakeDeliveries(caller.organization.id);
  return { status: 200, body: booking };
}

/** A confirmation by the caller is for the service: the provider begins with the first step, without an input (BKG-14). */
function withInput(booking: Booking, body: ContinueBooking): { booking: Booking; answer: ProviderAnswer | undefined } {
  if (body.type !== 'confirm_booking') return { booking, answer: body };
  const { type: _type, guest = booking.guest, metadata = booking.metadata, ...rest } = body;
  requireAllTaken(rest);
  return { booking: { ...booking, guest, metadata }, answer: undefined };
}

type Answers = AnsweredQuestions['answers'];

/** Refuses answers that leave out a required question, name no option of a choice, or belong to no question (BKG-17). */
function checkAnswers(answers: Answers, questions: readonly Question[]): void {
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
