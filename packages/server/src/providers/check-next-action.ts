/** Checks the input that a provider requires, as check-result.ts does with its other results. */
import type { Question, QuestionOption } from '@booking-service/contract';
import type { EveryField } from '@booking-service/kernel/contract';
import type { RequestedAction } from '../domain/booking.ts';
import { type Fields, mismatch, readBoolean, readCode, readMember, readText, toFields } from './read-fields.ts';
import { maxOptions, maxQuestions, questionTypes } from './result-bounds.ts';

export function toNextAction(value: unknown): RequestedAction {
  const fields = toFields(value, 'next_action');
  const { type, channel } = fields;
  if (type === 'authorize_payment') return { type, url: readCode(fields['url'], 'url') };
  if (type === 'answer_questions') return { type, questions: toQuestions(fields['questions']) };
  if (type !== 'enter_code') throw mismatch('next_action.type', type);
  if (channel !== 'email' && channel !== 'sms') throw mismatch('next_action.channel', channel);
  const { test_code } = fields;
  return {
    type,
    channel,
    destination: readText(fields['destination'], 'destination'),
    ...(test_code !== undefined && { test_code: readCode(test_code, 'test_code') }),
  };
}

function toQuestions(value: unknown): Question[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxQuestions) throw mismatch('questions', value);
  const questions = value.map((each: unknown) => toQuestion(toFields(each, 'questions')));
  if (new Set(questions.map(({ id }) => id)).size < questions.length) throw mismatch('questions', value);
  return questions;
}

/** A choice has options, and a text has none. */
function toQuestion({ id, label, type: given, required: isRequired, options }: Fields): Question {
  const type = readMember(given, 'question.type', questionTypes);
  const question = {
    id: readCode(id, 'question_id'),
    label: readText(label, 'question'),
    type,
    required: readBoolean(isRequired, 'required'),
  } satisfies EveryField<Omit<Question, 'options'>>;
  if (type !== 'choice') return question;
  if (!Array.isArray(options) || options.length === 0 || options.length > maxOptions)
    throw mismatch('options', options);
  return { ...question, options: options.map((each: unknown) => toOption(toFields(each, 'options'))) };
}

function toOption({ value, label }: Fields): QuestionOption {
  return {
    value: readCode(value, 'option_value'),
    label: readText(label, 'option_label'),
  } satisfies EveryField<QuestionOption>;
}
