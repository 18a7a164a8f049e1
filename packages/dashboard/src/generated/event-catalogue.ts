// Written from openapi/webhooks/. Edit that, then run: npm run generate

import type { EventType } from '@booking-service/contract';

export interface CataloguedField {
  /** With the names of the objects around it: `data.object.id`. */
  readonly name: string;
  readonly isAlwaysPresent: boolean;
  readonly type: string;
  readonly description: string;
}

export interface CataloguedEvent {
  readonly type: EventType;
  readonly description: string;
  /** A body. */
  readonly example: unknown;
  readonly fields: readonly CataloguedField[];
}

export const eventCatalogue: readonly CataloguedEvent[] = [
  {
    "type": "booking.created",
    "description": "A booking was accepted. Its status is usually processing. Delivered to the organization's webhook URL at least once, without a guaranteed order. Deduplicate on id, verify Service-Signature, and return any 2xx within 10 seconds.",
    "example": {
      "id": "evt_5f0c1f2e3d4b4a5968778695a4b3c2d1",
      "type": "booking.created",
      "created": "2026-11-21T09:30:02.000Z",
      "data": {
        "object": {
          "id": "bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1",
          "object": "booking",
          "status": "processing",
          "provider": "sandbox"
        }
      }
    },
    "fields": [
      {
        "name": "id",
        "isAlwaysPresent": true,
        "type": "string, 36 characters",
        "description": "An event's identifier, unique per event. Deduplicate on it."
      },
      {
        "name": "type",
        "isAlwaysPresent": true,
        "type": "always `booking.created`",
        "description": ""
      },
      {
        "name": "created",
        "isAlwaysPresent": true,
        "type": "time, RFC 3339 in UTC",
        "description": "An RFC 3339 instant in UTC, with milliseconds."
      },
      {
        "name": "data",
        "isAlwaysPresent": true,
        "type": "object",
        "description": "The subject of the event."
      },
      {
        "name": "data.object",
        "isAlwaysPresent": true,
        "type": "object",
        "description": "The part of a booking that webhooks contain. Read the full booking with getBooking."
      },
      {
        "name": "data.object.id",
        "isAlwaysPresent": true,
        "type": "string, 36 characters",
        "description": "A booking's identifier."
      },
      {
        "name": "data.object.object",
        "isAlwaysPresent": true,
        "type": "always `booking`",
        "description": ""
      },
      {
        "name": "data.object.status",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "The status of the booking. failed, cancelled and expired are final. Tolerate unknown statuses."
      },
      {
        "name": "data.object.provider",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "Name of the provider that handles the booking."
      },
      {
        "name": "data.object.error_code",
        "isAlwaysPresent": false,
        "type": "string, 1 to 60 characters",
        "description": "The reason why the booking failed. Tolerate unknown codes."
      },
      {
        "name": "data.object.error_message",
        "isAlwaysPresent": false,
        "type": "string, 1 to 500 characters",
        "description": "A message for people. Branch on the code, not on this text."
      },
      {
        "name": "data.object.next_action",
        "isAlwaysPresent": false,
        "type": "object",
        "description": "The input that the booking needs. Send it with continue and the same type. Tolerate unknown types: the booking waits for the input until expires_at."
      },
      {
        "name": "data.object.next_action.type",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "enter_code: a code was sent to the person. authorize_payment: the person approves the payment at the URL. confirm_booking: the caller confirms a booking that was created with confirm_later. answer_questions: the person or the caller answers questions of the provider, such as where to be picked up."
      },
      {
        "name": "data.object.next_action.expires_at",
        "isAlwaysPresent": true,
        "type": "time, RFC 3339 in UTC",
        "description": "An RFC 3339 instant in UTC, with milliseconds."
      },
      {
        "name": "data.object.next_action.channel",
        "isAlwaysPresent": false,
        "type": "string, 1 to 60 characters",
        "description": "The channel that sends the code. Tolerate unknown channels."
      },
      {
        "name": "data.object.next_action.destination",
        "isAlwaysPresent": false,
        "type": "string, 1 to 320 characters",
        "description": "The masked destination of the code."
      },
      {
        "name": "data.object.next_action.test_code",
        "isAlwaysPresent": false,
        "type": "string, 4 to 12 characters",
        "description": "In a sandbox, the code that was sent, to continue the booking with. Absent elsewhere."
      },
      {
        "name": "data.object.next_action.url",
        "isAlwaysPresent": false,
        "type": "URL, 8 to 2048 characters",
        "description": "An absolute http or https address."
      },
      {
        "name": "data.object.next_action.questions",
        "isAlwaysPresent": false,
        "type": "list, 1 to 50 entries of object",
        "description": "The questions to answer."
      },
      {
        "name": "data.object.next_action.questions[].id",
        "isAlwaysPresent": true,
        "type": "string, 1 to 100 characters",
        "description": "The name of the answer. The question about the pickup has the id pickup."
      },
      {
        "name": "data.object.next_action.questions[].label",
        "isAlwaysPresent": true,
        "type": "string, 1 to 500 characters",
        "description": "The question, to show to the person."
      },
      {
        "name": "data.object.next_action.questions[].type",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "text: any text. choice: the value of one of the options. Tolerate unknown types: they accept a text."
      },
      {
        "name": "data.object.next_action.questions[].required",
        "isAlwaysPresent": true,
        "type": "boolean",
        "description": "True if the question must be answered."
      },
      {
        "name": "data.object.next_action.questions[].options",
        "isAlwaysPresent": false,
        "type": "list, 1 to 200 entries of object",
        "description": "The possible answers of a choice. Absent for a text."
      },
      {
        "name": "data.object.next_action.questions[].options[].value",
        "isAlwaysPresent": true,
        "type": "string, 1 to 200 characters",
        "description": "The answer to send."
      },
      {
        "name": "data.object.next_action.questions[].options[].label",
        "isAlwaysPresent": true,
        "type": "string, 1 to 200 characters",
        "description": "The answer, to show to the person."
      },
      {
        "name": "data.object.last_modification",
        "isAlwaysPresent": false,
        "type": "object",
        "description": "The latest modification that succeeded."
      },
      {
        "name": "data.object.last_modification.modified_at",
        "isAlwaysPresent": true,
        "type": "time, RFC 3339 in UTC",
        "description": "An RFC 3339 instant in UTC, with milliseconds."
      },
      {
        "name": "data.object.last_modification.changes",
        "isAlwaysPresent": true,
        "type": "object",
        "description": "The values that a modification set."
      },
      {
        "name": "data.object.last_modification.changes.slot_id",
        "isAlwaysPresent": false,
        "type": "string, 5 to 255 characters",
        "description": "A slot's identifier from an availability search. Opaque."
      },
      {
        "name": "data.object.last_modification.changes.party_size",
        "isAlwaysPresent": false,
        "type": "integer, 1 to 50",
        "description": "The number of people."
      },
      {
        "name": "data.object.last_modification.changes.party",
        "isAlwaysPresent": false,
        "type": "list, 1 to 20 entries of object",
        "description": "The party by kinds of people, as sent. Absent if the caller sent a party_size only."
      },
      {
        "name": "data.object.last_modification.changes.party[].unit",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "A kind of people at the venue, such as adult, youth, child, infant, senior, student or family. The units of a slot list those that the venue has."
      },
      {
        "name": "data.object.last_modification.changes.party[].quantity",
        "isAlwaysPresent": true,
        "type": "integer, 1 to 50",
        "description": "The number of people of this kind."
      }
    ]
  },
  {
    "type": "booking.requires_action",
    "description": "The booking waits for the person or the caller. next_action describes the input. Delivered to the organization's webhook URL at least once, without a guaranteed order. Deduplicate on id, verify Service-Signature, and return any 2xx within 10 seconds.",
    "example": {
      "id": "evt_5f0c1f2e3d4b4a5968778695a4b3c2d1",
      "type": "booking.requires_action",
      "created": "2026-11-21T09:30:02.000Z",
      "data": {
        "object": {
          "id": "bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1",
          "object": "booking",
          "status": "requires_action",
          "provider": "sandbox",
          "next_action": {
            "type": "enter_code",
            "channel": "email",
            "destination": "a***@diner.test",
            "expires_at": "2026-11-21T09:50:02.000Z"
          }
        }
      }
    },
    "fields": [
      {
        "name": "id",
        "isAlwaysPresent": true,
        "type": "string, 36 characters",
        "description": "An event's identifier, unique per event. Deduplicate on it."
      },
      {
        "name": "type",
        "isAlwaysPresent": true,
        "type": "always `booking.requires_action`",
        "description": ""
      },
      {
        "name": "created",
        "isAlwaysPresent": true,
        "type": "time, RFC 3339 in UTC",
        "description": "An RFC 3339 instant in UTC, with milliseconds."
      },
      {
        "name": "data",
        "isAlwaysPresent": true,
        "type": "object",
        "description": "The subject of the event."
      },
      {
        "name": "data.object",
        "isAlwaysPresent": true,
        "type": "object",
        "description": "The part of a booking that webhooks contain. Read the full booking with getBooking."
      },
      {
        "name": "data.object.id",
        "isAlwaysPresent": true,
        "type": "string, 36 characters",
        "description": "A booking's identifier."
      },
      {
        "name": "data.object.object",
        "isAlwaysPresent": true,
        "type": "always `booking`",
        "description": ""
      },
      {
        "name": "data.object.status",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "The status of the booking. failed, cancelled and expired are final. Tolerate unknown statuses."
      },
      {
        "name": "data.object.provider",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "Name of the provider that handles the booking."
      },
      {
        "name": "data.object.error_code",
        "isAlwaysPresent": false,
        "type": "string, 1 to 60 characters",
        "description": "The reason why the booking failed. Tolerate unknown codes."
      },
      {
        "name": "data.object.error_message",
        "isAlwaysPresent": false,
        "type": "string, 1 to 500 characters",
        "description": "A message for people. Branch on the code, not on this text."
      },
      {
        "name": "data.object.next_action",
        "isAlwaysPresent": false,
        "type": "object",
        "description": "The input that the booking needs. Send it with continue and the same type. Tolerate unknown types: the booking waits for the input until expires_at."
      },
      {
        "name": "data.object.next_action.type",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "enter_code: a code was sent to the person. authorize_payment: the person approves the payment at the URL. confirm_booking: the caller confirms a booking that was created with confirm_later. answer_questions: the person or the caller answers questions of the provider, such as where to be picked up."
      },
      {
        "name": "data.object.next_action.expires_at",
        "isAlwaysPresent": true,
        "type": "time, RFC 3339 in UTC",
        "description": "An RFC 3339 instant in UTC, with milliseconds."
      },
      {
        "name": "data.object.next_action.channel",
        "isAlwaysPresent": false,
        "type": "string, 1 to 60 characters",
        "description": "The channel that sends the code. Tolerate unknown channels."
      },
      {
        "name": "data.object.next_action.destination",
        "isAlwaysPresent": false,
        "type": "string, 1 to 320 characters",
        "description": "The masked destination of the code."
      },
      {
        "name": "data.object.next_action.test_code",
        "isAlwaysPresent": false,
        "type": "string, 4 to 12 characters",
        "description": "In a sandbox, the code that was sent, to continue the booking with. Absent elsewhere."
      },
      {
        "name": "data.object.next_action.url",
        "isAlwaysPresent": false,
        "type": "URL, 8 to 2048 characters",
        "description": "An absolute http or https address."
      },
      {
        "name": "data.object.next_action.questions",
        "isAlwaysPresent": false,
        "type": "list, 1 to 50 entries of object",
        "description": "The questions to answer."
      },
      {
        "name": "data.object.next_action.questions[].id",
        "isAlwaysPresent": true,
        "type": "string, 1 to 100 characters",
        "description": "The name of the answer. The question about the pickup has the id pickup."
      },
      {
        "name": "data.object.next_action.questions[].label",
        "isAlwaysPresent": true,
        "type": "string, 1 to 500 characters",
        "description": "The question, to show to the person."
      },
      {
        "name": "data.object.next_action.questions[].type",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "text: any text. choice: the value of one of the options. Tolerate unknown types: they accept a text."
      },
      {
        "name": "data.object.next_action.questions[].required",
        "isAlwaysPresent": true,
        "type": "boolean",
        "description": "True if the question must be answered."
      },
      {
        "name": "data.object.next_action.questions[].options",
        "isAlwaysPresent": false,
        "type": "list, 1 to 200 entries of object",
        "description": "The possible answers of a choice. Absent for a text."
      },
      {
        "name": "data.object.next_action.questions[].options[].value",
        "isAlwaysPresent": true,
        "type": "string, 1 to 200 characters",
        "description": "The answer to send."
      },
      {
        "name": "data.object.next_action.questions[].options[].label",
        "isAlwaysPresent": true,
        "type": "string, 1 to 200 characters",
        "description": "The answer, to show to the person."
      },
      {
        "name": "data.object.last_modification",
        "isAlwaysPresent": false,
        "type": "object",
        "description": "The latest modification that succeeded."
      },
      {
        "name": "data.object.last_modification.modified_at",
        "isAlwaysPresent": true,
        "type": "time, RFC 3339 in UTC",
        "description": "An RFC 3339 instant in UTC, with milliseconds."
      },
      {
        "name": "data.object.last_modification.changes",
        "isAlwaysPresent": true,
        "type": "object",
        "description": "The values that a modification set."
      },
      {
        "name": "data.object.last_modification.changes.slot_id",
        "isAlwaysPresent": false,
        "type": "string, 5 to 255 characters",
        "description": "A slot's identifier from an availability search. Opaque."
      },
      {
        "name": "data.object.last_modification.changes.party_size",
        "isAlwaysPresent": false,
        "type": "integer, 1 to 50",
        "description": "The number of people."
      },
      {
        "name": "data.object.last_modification.changes.party",
        "isAlwaysPresent": false,
        "type": "list, 1 to 20 entries of object",
        "description": "The party by kinds of people, as sent. Absent if the caller sent a party_size only."
      },
      {
        "name": "data.object.last_modification.changes.party[].unit",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "A kind of people at the venue, such as adult, youth, child, infant, senior, student or family. The units of a slot list those that the venue has."
      },
      {
        "name": "data.object.last_modification.changes.party[].quantity",
        "isAlwaysPresent": true,
        "type": "integer, 1 to 50",
        "description": "The number of people of this kind."
      }
    ]
  },
  {
    "type": "booking.processing",
    "description": "The caller continued the booking, and the provider works on it again. Never sent after a create. Delivered to the organization's webhook URL at least once, without a guaranteed order. Deduplicate on id, verify Service-Signature, and return any 2xx within 10 seconds.",
    "example": {
      "id": "evt_5f0c1f2e3d4b4a5968778695a4b3c2d1",
      "type": "booking.processing",
      "created": "2026-11-21T09:30:02.000Z",
      "data": {
        "object": {
          "id": "bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1",
          "object": "booking",
          "status": "processing",
          "provider": "sandbox"
        }
      }
    },
    "fields": [
      {
        "name": "id",
        "isAlwaysPresent": true,
        "type": "string, 36 characters",
        "description": "An event's identifier, unique per event. Deduplicate on it."
      },
      {
        "name": "type",
        "isAlwaysPresent": true,
        "type": "always `booking.processing`",
        "description": ""
      },
      {
        "name": "created",
        "isAlwaysPresent": true,
        "type": "time, RFC 3339 in UTC",
        "description": "An RFC 3339 instant in UTC, with milliseconds."
      },
      {
        "name": "data",
        "isAlwaysPresent": true,
        "type": "object",
        "description": "The subject of the event."
      },
      {
        "name": "data.object",
        "isAlwaysPresent": true,
        "type": "object",
        "description": "The part of a booking that webhooks contain. Read the full booking with getBooking."
      },
      {
        "name": "data.object.id",
        "isAlwaysPresent": true,
        "type": "string, 36 characters",
        "description": "A booking's identifier."
      },
      {
        "name": "data.object.object",
        "isAlwaysPresent": true,
        "type": "always `booking`",
        "description": ""
      },
      {
        "name": "data.object.status",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "The status of the booking. failed, cancelled and expired are final. Tolerate unknown statuses."
      },
      {
        "name": "data.object.provider",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "Name of the provider that handles the booking."
      },
      {
        "name": "data.object.error_code",
        "isAlwaysPresent": false,
        "type": "string, 1 to 60 characters",
        "description": "The reason why the booking failed. Tolerate unknown codes."
      },
      {
        "name": "data.object.error_message",
        "isAlwaysPresent": false,
        "type": "string, 1 to 500 characters",
        "description": "A message for people. Branch on the code, not on this text."
      },
      {
        "name": "data.object.next_action",
        "isAlwaysPresent": false,
        "type": "object",
        "description": "The input that the booking needs. Send it with continue and the same type. Tolerate unknown types: the booking waits for the input until expires_at."
      },
      {
        "name": "data.object.next_action.type",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "enter_code: a code was sent to the person. authorize_payment: the person approves the payment at the URL. confirm_booking: the caller confirms a booking that was created with confirm_later. answer_questions: the person or the caller answers questions of the provider, such as where to be picked up."
      },
      {
        "name": "data.object.next_action.expires_at",
        "isAlwaysPresent": true,
        "type": "time, RFC 3339 in UTC",
        "description": "An RFC 3339 instant in UTC, with milliseconds."
      },
      {
        "name": "data.object.next_action.channel",
        "isAlwaysPresent": false,
        "type": "string, 1 to 60 characters",
        "description": "The channel that sends the code. Tolerate unknown channels."
      },
      {
        "name": "data.object.next_action.destination",
        "isAlwaysPresent": false,
        "type": "string, 1 to 320 characters",
        "description": "The masked destination of the code."
      },
      {
        "name": "data.object.next_action.test_code",
        "isAlwaysPresent": false,
        "type": "string, 4 to 12 characters",
        "description": "In a sandbox, the code that was sent, to continue the booking with. Absent elsewhere."
      },
      {
        "name": "data.object.next_action.url",
        "isAlwaysPresent": false,
        "type": "URL, 8 to 2048 characters",
        "description": "An absolute http or https address."
      },
      {
        "name": "data.object.next_action.questions",
        "isAlwaysPresent": false,
        "type": "list, 1 to 50 entries of object",
        "description": "The questions to answer."
      },
      {
        "name": "data.object.next_action.questions[].id",
        "isAlwaysPresent": true,
        "type": "string, 1 to 100 characters",
        "description": "The name of the answer. The question about the pickup has the id pickup."
      },
      {
        "name": "data.object.next_action.questions[].label",
        "isAlwaysPresent": true,
        "type": "string, 1 to 500 characters",
        "description": "The question, to show to the person."
      },
      {
        "name": "data.object.next_action.questions[].type",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "text: any text. choice: the value of one of the options. Tolerate unknown types: they accept a text."
      },
      {
        "name": "data.object.next_action.questions[].required",
        "isAlwaysPresent": true,
        "type": "boolean",
        "description": "True if the question must be answered."
      },
      {
        "name": "data.object.next_action.questions[].options",
        "isAlwaysPresent": false,
        "type": "list, 1 to 200 entries of object",
        "description": "The possible answers of a choice. Absent for a text."
      },
      {
        "name": "data.object.next_action.questions[].options[].value",
        "isAlwaysPresent": true,
        "type": "string, 1 to 200 characters",
        "description": "The answer to send."
      },
      {
        "name": "data.object.next_action.questions[].options[].label",
        "isAlwaysPresent": true,
        "type": "string, 1 to 200 characters",
        "description": "The answer, to show to the person."
      },
      {
        "name": "data.object.last_modification",
        "isAlwaysPresent": false,
        "type": "object",
        "description": "The latest modification that succeeded."
      },
      {
        "name": "data.object.last_modification.modified_at",
        "isAlwaysPresent": true,
        "type": "time, RFC 3339 in UTC",
        "description": "An RFC 3339 instant in UTC, with milliseconds."
      },
      {
        "name": "data.object.last_modification.changes",
        "isAlwaysPresent": true,
        "type": "object",
        "description": "The values that a modification set."
      },
      {
        "name": "data.object.last_modification.changes.slot_id",
        "isAlwaysPresent": false,
        "type": "string, 5 to 255 characters",
        "description": "A slot's identifier from an availability search. Opaque."
      },
      {
        "name": "data.object.last_modification.changes.party_size",
        "isAlwaysPresent": false,
        "type": "integer, 1 to 50",
        "description": "The number of people."
      },
      {
        "name": "data.object.last_modification.changes.party",
        "isAlwaysPresent": false,
        "type": "list, 1 to 20 entries of object",
        "description": "The party by kinds of people, as sent. Absent if the caller sent a party_size only."
      },
      {
        "name": "data.object.last_modification.changes.party[].unit",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "A kind of people at the venue, such as adult, youth, child, infant, senior, student or family. The units of a slot list those that the venue has."
      },
      {
        "name": "data.object.last_modification.changes.party[].quantity",
        "isAlwaysPresent": true,
        "type": "integer, 1 to 50",
        "description": "The number of people of this kind."
      }
    ]
  },
  {
    "type": "booking.confirmed",
    "description": "The provider confirmed the booking. Delivered to the organization's webhook URL at least once, without a guaranteed order. Deduplicate on id, verify Service-Signature, and return any 2xx within 10 seconds.",
    "example": {
      "id": "evt_5f0c1f2e3d4b4a5968778695a4b3c2d1",
      "type": "booking.confirmed",
      "created": "2026-11-21T09:30:02.000Z",
      "data": {
        "object": {
          "id": "bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1",
          "object": "booking",
          "status": "confirmed",
          "provider": "sandbox"
        }
      }
    },
    "fields": [
      {
        "name": "id",
        "isAlwaysPresent": true,
        "type": "string, 36 characters",
        "description": "An event's identifier, unique per event. Deduplicate on it."
      },
      {
        "name": "type",
        "isAlwaysPresent": true,
        "type": "always `booking.confirmed`",
        "description": ""
      },
      {
        "name": "created",
        "isAlwaysPresent": true,
        "type": "time, RFC 3339 in UTC",
        "description": "An RFC 3339 instant in UTC, with milliseconds."
      },
      {
        "name": "data",
        "isAlwaysPresent": true,
        "type": "object",
        "description": "The subject of the event."
      },
      {
        "name": "data.object",
        "isAlwaysPresent": true,
        "type": "object",
        "description": "The part of a booking that webhooks contain. Read the full booking with getBooking."
      },
      {
        "name": "data.object.id",
        "isAlwaysPresent": true,
        "type": "string, 36 characters",
        "description": "A booking's identifier."
      },
      {
        "name": "data.object.object",
        "isAlwaysPresent": true,
        "type": "always `booking`",
        "description": ""
      },
      {
        "name": "data.object.status",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "The status of the booking. failed, cancelled and expired are final. Tolerate unknown statuses."
      },
      {
        "name": "data.object.provider",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "Name of the provider that handles the booking."
      },
      {
        "name": "data.object.error_code",
        "isAlwaysPresent": false,
        "type": "string, 1 to 60 characters",
        "description": "The reason why the booking failed. Tolerate unknown codes."
      },
      {
        "name": "data.object.error_message",
        "isAlwaysPresent": false,
        "type": "string, 1 to 500 characters",
        "description": "A message for people. Branch on the code, not on this text."
      },
      {
        "name": "data.object.next_action",
        "isAlwaysPresent": false,
        "type": "object",
        "description": "The input that the booking needs. Send it with continue and the same type. Tolerate unknown types: the booking waits for the input until expires_at."
      },
      {
        "name": "data.object.next_action.type",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "enter_code: a code was sent to the person. authorize_payment: the person approves the payment at the URL. confirm_booking: the caller confirms a booking that was created with confirm_later. answer_questions: the person or the caller answers questions of the provider, such as where to be picked up."
      },
      {
        "name": "data.object.next_action.expires_at",
        "isAlwaysPresent": true,
        "type": "time, RFC 3339 in UTC",
        "description": "An RFC 3339 instant in UTC, with milliseconds."
      },
      {
        "name": "data.object.next_action.channel",
        "isAlwaysPresent": false,
        "type": "string, 1 to 60 characters",
        "description": "The channel that sends the code. Tolerate unknown channels."
      },
      {
        "name": "data.object.next_action.destination",
        "isAlwaysPresent": false,
        "type": "string, 1 to 320 characters",
        "description": "The masked destination of the code."
      },
      {
        "name": "data.object.next_action.test_code",
        "isAlwaysPresent": false,
        "type": "string, 4 to 12 characters",
        "description": "In a sandbox, the code that was sent, to continue the booking with. Absent elsewhere."
      },
      {
        "name": "data.object.next_action.url",
        "isAlwaysPresent": false,
        "type": "URL, 8 to 2048 characters",
        "description": "An absolute http or https address."
      },
      {
        "name": "data.object.next_action.questions",
        "isAlwaysPresent": false,
        "type": "list, 1 to 50 entries of object",
        "description": "The questions to answer."
      },
      {
        "name": "data.object.next_action.questions[].id",
        "isAlwaysPresent": true,
        "type": "string, 1 to 100 characters",
        "description": "The name of the answer. The question about the pickup has the id pickup."
      },
      {
        "name": "data.object.next_action.questions[].label",
        "isAlwaysPresent": true,
        "type": "string, 1 to 500 characters",
        "description": "The question, to show to the person."
      },
      {
        "name": "data.object.next_action.questions[].type",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "text: any text. choice: the value of one of the options. Tolerate unknown types: they accept a text."
      },
      {
        "name": "data.object.next_action.questions[].required",
        "isAlwaysPresent": true,
        "type": "boolean",
        "description": "True if the question must be answered."
      },
      {
        "name": "data.object.next_action.questions[].options",
        "isAlwaysPresent": false,
        "type": "list, 1 to 200 entries of object",
        "description": "The possible answers of a choice. Absent for a text."
      },
      {
        "name": "data.object.next_action.questions[].options[].value",
        "isAlwaysPresent": true,
        "type": "string, 1 to 200 characters",
        "description": "The answer to send."
      },
      {
        "name": "data.object.next_action.questions[].options[].label",
        "isAlwaysPresent": true,
        "type": "string, 1 to 200 characters",
        "description": "The answer, to show to the person."
      },
      {
        "name": "data.object.last_modification",
        "isAlwaysPresent": false,
        "type": "object",
        "description": "The latest modification that succeeded."
      },
      {
        "name": "data.object.last_modification.modified_at",
        "isAlwaysPresent": true,
        "type": "time, RFC 3339 in UTC",
        "description": "An RFC 3339 instant in UTC, with milliseconds."
      },
      {
        "name": "data.object.last_modification.changes",
        "isAlwaysPresent": true,
        "type": "object",
        "description": "The values that a modification set."
      },
      {
        "name": "data.object.last_modification.changes.slot_id",
        "isAlwaysPresent": false,
        "type": "string, 5 to 255 characters",
        "description": "A slot's identifier from an availability search. Opaque."
      },
      {
        "name": "data.object.last_modification.changes.party_size",
        "isAlwaysPresent": false,
        "type": "integer, 1 to 50",
        "description": "The number of people."
      },
      {
        "name": "data.object.last_modification.changes.party",
        "isAlwaysPresent": false,
        "type": "list, 1 to 20 entries of object",
        "description": "The party by kinds of people, as sent. Absent if the caller sent a party_size only."
      },
      {
        "name": "data.object.last_modification.changes.party[].unit",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "A kind of people at the venue, such as adult, youth, child, infant, senior, student or family. The units of a slot list those that the venue has."
      },
      {
        "name": "data.object.last_modification.changes.party[].quantity",
        "isAlwaysPresent": true,
        "type": "integer, 1 to 50",
        "description": "The number of people of this kind."
      }
    ]
  },
  {
    "type": "booking.failed",
    "description": "The booking failed. error_code and error_message give the reason. Delivered to the organization's webhook URL at least once, without a guaranteed order. Deduplicate on id, verify Service-Signature, and return any 2xx within 10 seconds.",
    "example": {
      "id": "evt_5f0c1f2e3d4b4a5968778695a4b3c2d1",
      "type": "booking.failed",
      "created": "2026-11-21T09:30:02.000Z",
      "data": {
        "object": {
          "id": "bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1",
          "object": "booking",
          "status": "failed",
          "provider": "sandbox",
          "error_code": "slot_not_offered",
          "error_message": "The provider does not offer this slot, or no longer does."
        }
      }
    },
    "fields": [
      {
        "name": "id",
        "isAlwaysPresent": true,
        "type": "string, 36 characters",
        "description": "An event's identifier, unique per event. Deduplicate on it."
      },
      {
        "name": "type",
        "isAlwaysPresent": true,
        "type": "always `booking.failed`",
        "description": ""
      },
      {
        "name": "created",
        "isAlwaysPresent": true,
        "type": "time, RFC 3339 in UTC",
        "description": "An RFC 3339 instant in UTC, with milliseconds."
      },
      {
        "name": "data",
        "isAlwaysPresent": true,
        "type": "object",
        "description": "The subject of the event."
      },
      {
        "name": "data.object",
        "isAlwaysPresent": true,
        "type": "object",
        "description": "The part of a booking that webhooks contain. Read the full booking with getBooking."
      },
      {
        "name": "data.object.id",
        "isAlwaysPresent": true,
        "type": "string, 36 characters",
        "description": "A booking's identifier."
      },
      {
        "name": "data.object.object",
        "isAlwaysPresent": true,
        "type": "always `booking`",
        "description": ""
      },
      {
        "name": "data.object.status",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "The status of the booking. failed, cancelled and expired are final. Tolerate unknown statuses."
      },
      {
        "name": "data.object.provider",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "Name of the provider that handles the booking."
      },
      {
        "name": "data.object.error_code",
        "isAlwaysPresent": false,
        "type": "string, 1 to 60 characters",
        "description": "The reason why the booking failed. Tolerate unknown codes."
      },
      {
        "name": "data.object.error_message",
        "isAlwaysPresent": false,
        "type": "string, 1 to 500 characters",
        "description": "A message for people. Branch on the code, not on this text."
      },
      {
        "name": "data.object.next_action",
        "isAlwaysPresent": false,
        "type": "object",
        "description": "The input that the booking needs. Send it with continue and the same type. Tolerate unknown types: the booking waits for the input until expires_at."
      },
      {
        "name": "data.object.next_action.type",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "enter_code: a code was sent to the person. authorize_payment: the person approves the payment at the URL. confirm_booking: the caller confirms a booking that was created with confirm_later. answer_questions: the person or the caller answers questions of the provider, such as where to be picked up."
      },
      {
        "name": "data.object.next_action.expires_at",
        "isAlwaysPresent": true,
        "type": "time, RFC 3339 in UTC",
        "description": "An RFC 3339 instant in UTC, with milliseconds."
      },
      {
        "name": "data.object.next_action.channel",
        "isAlwaysPresent": false,
        "type": "string, 1 to 60 characters",
        "description": "The channel that sends the code. Tolerate unknown channels."
      },
      {
        "name": "data.object.next_action.destination",
        "isAlwaysPresent": false,
        "type": "string, 1 to 320 characters",
        "description": "The masked destination of the code."
      },
      {
        "name": "data.object.next_action.test_code",
        "isAlwaysPresent": false,
        "type": "string, 4 to 12 characters",
        "description": "In a sandbox, the code that was sent, to continue the booking with. Absent elsewhere."
      },
      {
        "name": "data.object.next_action.url",
        "isAlwaysPresent": false,
        "type": "URL, 8 to 2048 characters",
        "description": "An absolute http or https address."
      },
      {
        "name": "data.object.next_action.questions",
        "isAlwaysPresent": false,
        "type": "list, 1 to 50 entries of object",
        "description": "The questions to answer."
      },
      {
        "name": "data.object.next_action.questions[].id",
        "isAlwaysPresent": true,
        "type": "string, 1 to 100 characters",
        "description": "The name of the answer. The question about the pickup has the id pickup."
      },
      {
        "name": "data.object.next_action.questions[].label",
        "isAlwaysPresent": true,
        "type": "string, 1 to 500 characters",
        "description": "The question, to show to the person."
      },
      {
        "name": "data.object.next_action.questions[].type",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "text: any text. choice: the value of one of the options. Tolerate unknown types: they accept a text."
      },
      {
        "name": "data.object.next_action.questions[].required",
        "isAlwaysPresent": true,
        "type": "boolean",
        "description": "True if the question must be answered."
      },
      {
        "name": "data.object.next_action.questions[].options",
        "isAlwaysPresent": false,
        "type": "list, 1 to 200 entries of object",
        "description": "The possible answers of a choice. Absent for a text."
      },
      {
        "name": "data.object.next_action.questions[].options[].value",
        "isAlwaysPresent": true,
        "type": "string, 1 to 200 characters",
        "description": "The answer to send."
      },
      {
        "name": "data.object.next_action.questions[].options[].label",
        "isAlwaysPresent": true,
        "type": "string, 1 to 200 characters",
        "description": "The answer, to show to the person."
      },
      {
        "name": "data.object.last_modification",
        "isAlwaysPresent": false,
        "type": "object",
        "description": "The latest modification that succeeded."
      },
      {
        "name": "data.object.last_modification.modified_at",
        "isAlwaysPresent": true,
        "type": "time, RFC 3339 in UTC",
        "description": "An RFC 3339 instant in UTC, with milliseconds."
      },
      {
        "name": "data.object.last_modification.changes",
        "isAlwaysPresent": true,
        "type": "object",
        "description": "The values that a modification set."
      },
      {
        "name": "data.object.last_modification.changes.slot_id",
        "isAlwaysPresent": false,
        "type": "string, 5 to 255 characters",
        "description": "A slot's identifier from an availability search. Opaque."
      },
      {
        "name": "data.object.last_modification.changes.party_size",
        "isAlwaysPresent": false,
        "type": "integer, 1 to 50",
        "description": "The number of people."
      },
      {
        "name": "data.object.last_modification.changes.party",
        "isAlwaysPresent": false,
        "type": "list, 1 to 20 entries of object",
        "description": "The party by kinds of people, as sent. Absent if the caller sent a party_size only."
      },
      {
        "name": "data.object.last_modification.changes.party[].unit",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "A kind of people at the venue, such as adult, youth, child, infant, senior, student or family. The units of a slot list those that the venue has."
      },
      {
        "name": "data.object.last_modification.changes.party[].quantity",
        "isAlwaysPresent": true,
        "type": "integer, 1 to 50",
        "description": "The number of people of this kind."
      }
    ]
  },
  {
    "type": "booking.cancelled",
    "description": "The booking was cancelled. Delivered to the organization's webhook URL at least once, without a guaranteed order. Deduplicate on id, verify Service-Signature, and return any 2xx within 10 seconds.",
    "example": {
      "id": "evt_5f0c1f2e3d4b4a5968778695a4b3c2d1",
      "type": "booking.cancelled",
      "created": "2026-11-21T09:30:02.000Z",
      "data": {
        "object": {
          "id": "bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1",
          "object": "booking",
          "status": "cancelled",
          "provider": "sandbox"
        }
      }
    },
    "fields": [
      {
        "name": "id",
        "isAlwaysPresent": true,
        "type": "string, 36 characters",
        "description": "An event's identifier, unique per event. Deduplicate on it."
      },
      {
        "name": "type",
        "isAlwaysPresent": true,
        "type": "always `booking.cancelled`",
        "description": ""
      },
      {
        "name": "created",
        "isAlwaysPresent": true,
        "type": "time, RFC 3339 in UTC",
        "description": "An RFC 3339 instant in UTC, with milliseconds."
      },
      {
        "name": "data",
        "isAlwaysPresent": true,
        "type": "object",
        "description": "The subject of the event."
      },
      {
        "name": "data.object",
        "isAlwaysPresent": true,
        "type": "object",
        "description": "The part of a booking that webhooks contain. Read the full booking with getBooking."
      },
      {
        "name": "data.object.id",
        "isAlwaysPresent": true,
        "type": "string, 36 characters",
        "description": "A booking's identifier."
      },
      {
        "name": "data.object.object",
        "isAlwaysPresent": true,
        "type": "always `booking`",
        "description": ""
      },
      {
        "name": "data.object.status",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "The status of the booking. failed, cancelled and expired are final. Tolerate unknown statuses."
      },
      {
        "name": "data.object.provider",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "Name of the provider that handles the booking."
      },
      {
        "name": "data.object.error_code",
        "isAlwaysPresent": false,
        "type": "string, 1 to 60 characters",
        "description": "The reason why the booking failed. Tolerate unknown codes."
      },
      {
        "name": "data.object.error_message",
        "isAlwaysPresent": false,
        "type": "string, 1 to 500 characters",
        "description": "A message for people. Branch on the code, not on this text."
      },
      {
        "name": "data.object.next_action",
        "isAlwaysPresent": false,
        "type": "object",
        "description": "The input that the booking needs. Send it with continue and the same type. Tolerate unknown types: the booking waits for the input until expires_at."
      },
      {
        "name": "data.object.next_action.type",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "enter_code: a code was sent to the person. authorize_payment: the person approves the payment at the URL. confirm_booking: the caller confirms a booking that was created with confirm_later. answer_questions: the person or the caller answers questions of the provider, such as where to be picked up."
      },
      {
        "name": "data.object.next_action.expires_at",
        "isAlwaysPresent": true,
        "type": "time, RFC 3339 in UTC",
        "description": "An RFC 3339 instant in UTC, with milliseconds."
      },
      {
        "name": "data.object.next_action.channel",
        "isAlwaysPresent": false,
        "type": "string, 1 to 60 characters",
        "description": "The channel that sends the code. Tolerate unknown channels."
      },
      {
        "name": "data.object.next_action.destination",
        "isAlwaysPresent": false,
        "type": "string, 1 to 320 characters",
        "description": "The masked destination of the code."
      },
      {
        "name": "data.object.next_action.test_code",
        "isAlwaysPresent": false,
        "type": "string, 4 to 12 characters",
        "description": "In a sandbox, the code that was sent, to continue the booking with. Absent elsewhere."
      },
      {
        "name": "data.object.next_action.url",
        "isAlwaysPresent": false,
        "type": "URL, 8 to 2048 characters",
        "description": "An absolute http or https address."
      },
      {
        "name": "data.object.next_action.questions",
        "isAlwaysPresent": false,
        "type": "list, 1 to 50 entries of object",
        "description": "The questions to answer."
      },
      {
        "name": "data.object.next_action.questions[].id",
        "isAlwaysPresent": true,
        "type": "string, 1 to 100 characters",
        "description": "The name of the answer. The question about the pickup has the id pickup."
      },
      {
        "name": "data.object.next_action.questions[].label",
        "isAlwaysPresent": true,
        "type": "string, 1 to 500 characters",
        "description": "The question, to show to the person."
      },
      {
        "name": "data.object.next_action.questions[].type",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "text: any text. choice: the value of one of the options. Tolerate unknown types: they accept a text."
      },
      {
        "name": "data.object.next_action.questions[].required",
        "isAlwaysPresent": true,
        "type": "boolean",
        "description": "True if the question must be answered."
      },
      {
        "name": "data.object.next_action.questions[].options",
        "isAlwaysPresent": false,
        "type": "list, 1 to 200 entries of object",
        "description": "The possible answers of a choice. Absent for a text."
      },
      {
        "name": "data.object.next_action.questions[].options[].value",
        "isAlwaysPresent": true,
        "type": "string, 1 to 200 characters",
        "description": "The answer to send."
      },
      {
        "name": "data.object.next_action.questions[].options[].label",
        "isAlwaysPresent": true,
        "type": "string, 1 to 200 characters",
        "description": "The answer, to show to the person."
      },
      {
        "name": "data.object.last_modification",
        "isAlwaysPresent": false,
        "type": "object",
        "description": "The latest modification that succeeded."
      },
      {
        "name": "data.object.last_modification.modified_at",
        "isAlwaysPresent": true,
        "type": "time, RFC 3339 in UTC",
        "description": "An RFC 3339 instant in UTC, with milliseconds."
      },
      {
        "name": "data.object.last_modification.changes",
        "isAlwaysPresent": true,
        "type": "object",
        "description": "The values that a modification set."
      },
      {
        "name": "data.object.last_modification.changes.slot_id",
        "isAlwaysPresent": false,
        "type": "string, 5 to 255 characters",
        "description": "A slot's identifier from an availability search. Opaque."
      },
      {
        "name": "data.object.last_modification.changes.party_size",
        "isAlwaysPresent": false,
        "type": "integer, 1 to 50",
        "description": "The number of people."
      },
      {
        "name": "data.object.last_modification.changes.party",
        "isAlwaysPresent": false,
        "type": "list, 1 to 20 entries of object",
        "description": "The party by kinds of people, as sent. Absent if the caller sent a party_size only."
      },
      {
        "name": "data.object.last_modification.changes.party[].unit",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "A kind of people at the venue, such as adult, youth, child, infant, senior, student or family. The units of a slot list those that the venue has."
      },
      {
        "name": "data.object.last_modification.changes.party[].quantity",
        "isAlwaysPresent": true,
        "type": "integer, 1 to 50",
        "description": "The number of people of this kind."
      }
    ]
  },
  {
    "type": "booking.modified",
    "description": "A modification succeeded. Delivered to the organization's webhook URL at least once, without a guaranteed order. Deduplicate on id, verify Service-Signature, and return any 2xx within 10 seconds.",
    "example": {
      "id": "evt_5f0c1f2e3d4b4a5968778695a4b3c2d1",
      "type": "booking.modified",
      "created": "2026-11-21T09:30:02.000Z",
      "data": {
        "object": {
          "id": "bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1",
          "object": "booking",
          "status": "confirmed",
          "provider": "sandbox",
          "last_modification": {
            "modified_at": "2026-11-21T09:30:02.000Z",
            "changes": {
              "party_size": 4
            }
          }
        }
      }
    },
    "fields": [
      {
        "name": "id",
        "isAlwaysPresent": true,
        "type": "string, 36 characters",
        "description": "An event's identifier, unique per event. Deduplicate on it."
      },
      {
        "name": "type",
        "isAlwaysPresent": true,
        "type": "always `booking.modified`",
        "description": ""
      },
      {
        "name": "created",
        "isAlwaysPresent": true,
        "type": "time, RFC 3339 in UTC",
        "description": "An RFC 3339 instant in UTC, with milliseconds."
      },
      {
        "name": "data",
        "isAlwaysPresent": true,
        "type": "object",
        "description": "The subject of the event."
      },
      {
        "name": "data.object",
        "isAlwaysPresent": true,
        "type": "object",
        "description": "The part of a booking that webhooks contain. Read the full booking with getBooking."
      },
      {
        "name": "data.object.id",
        "isAlwaysPresent": true,
        "type": "string, 36 characters",
        "description": "A booking's identifier."
      },
      {
        "name": "data.object.object",
        "isAlwaysPresent": true,
        "type": "always `booking`",
        "description": ""
      },
      {
        "name": "data.object.status",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "The status of the booking. failed, cancelled and expired are final. Tolerate unknown statuses."
      },
      {
        "name": "data.object.provider",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "Name of the provider that handles the booking."
      },
      {
        "name": "data.object.error_code",
        "isAlwaysPresent": false,
        "type": "string, 1 to 60 characters",
        "description": "The reason why the booking failed. Tolerate unknown codes."
      },
      {
        "name": "data.object.error_message",
        "isAlwaysPresent": false,
        "type": "string, 1 to 500 characters",
        "description": "A message for people. Branch on the code, not on this text."
      },
      {
        "name": "data.object.next_action",
        "isAlwaysPresent": false,
        "type": "object",
        "description": "The input that the booking needs. Send it with continue and the same type. Tolerate unknown types: the booking waits for the input until expires_at."
      },
      {
        "name": "data.object.next_action.type",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "enter_code: a code was sent to the person. authorize_payment: the person approves the payment at the URL. confirm_booking: the caller confirms a booking that was created with confirm_later. answer_questions: the person or the caller answers questions of the provider, such as where to be picked up."
      },
      {
        "name": "data.object.next_action.expires_at",
        "isAlwaysPresent": true,
        "type": "time, RFC 3339 in UTC",
        "description": "An RFC 3339 instant in UTC, with milliseconds."
      },
      {
        "name": "data.object.next_action.channel",
        "isAlwaysPresent": false,
        "type": "string, 1 to 60 characters",
        "description": "The channel that sends the code. Tolerate unknown channels."
      },
      {
        "name": "data.object.next_action.destination",
        "isAlwaysPresent": false,
        "type": "string, 1 to 320 characters",
        "description": "The masked destination of the code."
      },
      {
        "name": "data.object.next_action.test_code",
        "isAlwaysPresent": false,
        "type": "string, 4 to 12 characters",
        "description": "In a sandbox, the code that was sent, to continue the booking with. Absent elsewhere."
      },
      {
        "name": "data.object.next_action.url",
        "isAlwaysPresent": false,
        "type": "URL, 8 to 2048 characters",
        "description": "An absolute http or https address."
      },
      {
        "name": "data.object.next_action.questions",
        "isAlwaysPresent": false,
        "type": "list, 1 to 50 entries of object",
        "description": "The questions to answer."
      },
      {
        "name": "data.object.next_action.questions[].id",
        "isAlwaysPresent": true,
        "type": "string, 1 to 100 characters",
        "description": "The name of the answer. The question about the pickup has the id pickup."
      },
      {
        "name": "data.object.next_action.questions[].label",
        "isAlwaysPresent": true,
        "type": "string, 1 to 500 characters",
        "description": "The question, to show to the person."
      },
      {
        "name": "data.object.next_action.questions[].type",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "text: any text. choice: the value of one of the options. Tolerate unknown types: they accept a text."
      },
      {
        "name": "data.object.next_action.questions[].required",
        "isAlwaysPresent": true,
        "type": "boolean",
        "description": "True if the question must be answered."
      },
      {
        "name": "data.object.next_action.questions[].options",
        "isAlwaysPresent": false,
        "type": "list, 1 to 200 entries of object",
        "description": "The possible answers of a choice. Absent for a text."
      },
      {
        "name": "data.object.next_action.questions[].options[].value",
        "isAlwaysPresent": true,
        "type": "string, 1 to 200 characters",
        "description": "The answer to send."
      },
      {
        "name": "data.object.next_action.questions[].options[].label",
        "isAlwaysPresent": true,
        "type": "string, 1 to 200 characters",
        "description": "The answer, to show to the person."
      },
      {
        "name": "data.object.last_modification",
        "isAlwaysPresent": false,
        "type": "object",
        "description": "The latest modification that succeeded."
      },
      {
        "name": "data.object.last_modification.modified_at",
        "isAlwaysPresent": true,
        "type": "time, RFC 3339 in UTC",
        "description": "An RFC 3339 instant in UTC, with milliseconds."
      },
      {
        "name": "data.object.last_modification.changes",
        "isAlwaysPresent": true,
        "type": "object",
        "description": "The values that a modification set."
      },
      {
        "name": "data.object.last_modification.changes.slot_id",
        "isAlwaysPresent": false,
        "type": "string, 5 to 255 characters",
        "description": "A slot's identifier from an availability search. Opaque."
      },
      {
        "name": "data.object.last_modification.changes.party_size",
        "isAlwaysPresent": false,
        "type": "integer, 1 to 50",
        "description": "The number of people."
      },
      {
        "name": "data.object.last_modification.changes.party",
        "isAlwaysPresent": false,
        "type": "list, 1 to 20 entries of object",
        "description": "The party by kinds of people, as sent. Absent if the caller sent a party_size only."
      },
      {
        "name": "data.object.last_modification.changes.party[].unit",
        "isAlwaysPresent": true,
        "type": "string, 1 to 60 characters",
        "description": "A kind of people at the venue, such as adult, youth, child, infant, senior, student or family. The units of a slot list those that the venue has."
      },
      {
        "name": "data.object.last_modification.changes.party[].quantity",
        "isAlwaysPresent": true,
        "type": "integer, 1 to 50",
        "description": "The number of people of this kind."
      }
    ]
  }
];
