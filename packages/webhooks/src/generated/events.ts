// Written from openapi/webhooks/. Edit that, then run: npm run generate

export interface components {
    schemas: {
        /** @description The booking was cancelled. */
        readonly BookingCancelledEvent: {
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            readonly created: components["schemas"]["Instant"];
            /** @description The subject of the event. */
            readonly data: components["schemas"]["EventData"];
            /** @description An event's identifier, unique per event. Deduplicate on it. */
            readonly id: components["schemas"]["EventId"];
            /**
             * @description Always `booking.cancelled`.
             * @constant
             */
            readonly type: "booking.cancelled";
        };
        /** @description The values that a modification set. */
        readonly BookingChanges: {
            /** @description The party by kinds of people, as sent. Absent if the caller sent a party_size only. */
            readonly party?: components["schemas"]["BookingParty"];
            /** @description The number of people. */
            readonly party_size?: components["schemas"]["PartySize"];
            /** @description A slot's identifier from an availability search. Opaque. */
            readonly slot_id?: components["schemas"]["SlotId"];
        };
        /** @description The provider confirmed the booking. */
        readonly BookingConfirmedEvent: {
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            readonly created: components["schemas"]["Instant"];
            /** @description The subject of the event. */
            readonly data: components["schemas"]["EventData"];
            /** @description An event's identifier, unique per event. Deduplicate on it. */
            readonly id: components["schemas"]["EventId"];
            /**
             * @description Always `booking.confirmed`.
             * @constant
             */
            readonly type: "booking.confirmed";
        };
        /** @description A booking was accepted. Its status is usually processing. */
        readonly BookingCreatedEvent: {
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            readonly created: components["schemas"]["Instant"];
            /** @description The subject of the event. */
            readonly data: components["schemas"]["EventData"];
            /** @description An event's identifier, unique per event. Deduplicate on it. */
            readonly id: components["schemas"]["EventId"];
            /**
             * @description Always `booking.created`.
             * @constant
             */
            readonly type: "booking.created";
        };
        /**
         * @description The reason why the booking failed. Tolerate unknown codes.
         * @example slot_not_offered
         * @enum {string}
         */
        readonly BookingErrorCode: "card_declined" | "invalid_code" | "payment_approval_expired" | "payment_declined" | "payment_outcome_unknown" | "payment_replay_failed" | "provider_failed" | "slot_not_offered";
        /** @description The booking failed. error_code and error_message give the reason. */
        readonly BookingFailedEvent: {
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            readonly created: components["schemas"]["Instant"];
            /** @description The subject of the event. */
            readonly data: components["schemas"]["EventData"];
            /** @description An event's identifier, unique per event. Deduplicate on it. */
            readonly id: components["schemas"]["EventId"];
            /**
             * @description Always `booking.failed`.
             * @constant
             */
            readonly type: "booking.failed";
        };
        /**
         * @description A booking's identifier.
         * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        readonly BookingId: string;
        /** @description A modification succeeded. */
        readonly BookingModifiedEvent: {
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            readonly created: components["schemas"]["Instant"];
            /** @description The subject of the event. */
            readonly data: components["schemas"]["EventData"];
            /** @description An event's identifier, unique per event. Deduplicate on it. */
            readonly id: components["schemas"]["EventId"];
            /**
             * @description Always `booking.modified`.
             * @constant
             */
            readonly type: "booking.modified";
        };
        /** @description The party by kinds of people, as sent. Absent if the caller sent a party_size only. */
        readonly BookingParty: readonly components["schemas"]["BookingPartyUnit"][];
        /** @description The number of people of one kind, as sent. */
        readonly BookingPartyUnit: {
            /**
             * Format: int32
             * @description The number of people of this kind.
             * @example 2
             */
            readonly quantity: number;
            /** @description A kind of people at the venue, such as adult, youth, child, infant, senior, student or family. The units of a slot list those that the venue has. */
            readonly unit: components["schemas"]["UnitName"];
        };
        /** @description The caller continued the booking, and the provider works on it again. Never sent after a create. */
        readonly BookingProcessingEvent: {
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            readonly created: components["schemas"]["Instant"];
            /** @description The subject of the event. */
            readonly data: components["schemas"]["EventData"];
            /** @description An event's identifier, unique per event. Deduplicate on it. */
            readonly id: components["schemas"]["EventId"];
            /**
             * @description Always `booking.processing`.
             * @constant
             */
            readonly type: "booking.processing";
        };
        /** @description The booking waits for the person or the caller. next_action describes the input. */
        readonly BookingRequiresActionEvent: {
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            readonly created: components["schemas"]["Instant"];
            /** @description The subject of the event. */
            readonly data: components["schemas"]["EventData"];
            /** @description An event's identifier, unique per event. Deduplicate on it. */
            readonly id: components["schemas"]["EventId"];
            /**
             * @description Always `booking.requires_action`.
             * @constant
             */
            readonly type: "booking.requires_action";
        };
        /**
         * @description The status of the booking. failed, cancelled and expired are final. Tolerate unknown statuses.
         * @example confirmed
         * @enum {string}
         */
        readonly BookingStatus: "processing" | "requires_action" | "confirmed" | "failed" | "cancelled" | "expired";
        /** @description The part of a booking that webhooks contain. Read the full booking with getBooking. */
        readonly BookingSummary: {
            /** @description The reason why the booking failed. Tolerate unknown codes. */
            readonly error_code?: components["schemas"]["BookingErrorCode"];
            /** @description A message for people. Branch on the code, not on this text. */
            readonly error_message?: components["schemas"]["ErrorMessage"];
            /** @description A booking's identifier. */
            readonly id: components["schemas"]["BookingId"];
            /** @description The latest modification that succeeded. */
            readonly last_modification?: components["schemas"]["LastModification"];
            /** @description The input that the booking needs. Send it with continue and the same type. Tolerate unknown types: the booking waits for the input until expires_at. */
            readonly next_action?: components["schemas"]["NextAction"];
            /**
             * @description Always `booking`.
             * @constant
             */
            readonly object: "booking";
            /** @description Name of the provider that handles the booking. */
            readonly provider: components["schemas"]["Provider"];
            /** @description The status of the booking. failed, cancelled and expired are final. Tolerate unknown statuses. */
            readonly status: components["schemas"]["BookingStatus"];
        };
        /**
         * @description The channel that sends the code. Tolerate unknown channels.
         * @example email
         * @enum {string}
         */
        readonly Channel: "email" | "sms";
        /**
         * @description A message for people. Branch on the code, not on this text.
         * @example The provider does not offer this slot, or no longer does.
         */
        readonly ErrorMessage: string;
        /** @description The subject of the event. */
        readonly EventData: {
            /** @description The part of a booking that webhooks contain. Read the full booking with getBooking. */
            readonly object: components["schemas"]["BookingSummary"];
        };
        /**
         * @description An event's identifier, unique per event. Deduplicate on it.
         * @example evt_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        readonly EventId: string;
        /**
         * Format: date-time
         * @description An RFC 3339 instant in UTC, with milliseconds.
         * @example 2026-11-21T09:30:00.000Z
         */
        readonly Instant: string;
        /** @description The latest modification that succeeded. */
        readonly LastModification: {
            /** @description The values that a modification set. */
            readonly changes: components["schemas"]["BookingChanges"];
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            readonly modified_at: components["schemas"]["Instant"];
        };
        /** @description The input that the booking needs. Send it with continue and the same type. Tolerate unknown types: the booking waits for the input until expires_at. */
        readonly NextAction: {
            /** @description The channel that sends the code. Tolerate unknown channels. */
            readonly channel: components["schemas"]["Channel"];
            /**
             * @description The masked destination of the code.
             * @example a***@diner.test
             */
            readonly destination: string;
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            readonly expires_at: components["schemas"]["Instant"];
            /**
             * @description In a sandbox, the code that was sent, to continue the booking with. Absent elsewhere.
             * @example 424242
             */
            readonly test_code?: string;
            /**
             * @description enter_code: a code was sent to the person. authorize_payment: the person approves the payment at the URL. confirm_booking: the caller confirms a booking that was created with confirm_later. answer_questions: the person or the caller answers questions of the provider, such as where to be picked up.
             * @constant
             */
            readonly type: "enter_code";
        } | {
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            readonly expires_at: components["schemas"]["Instant"];
            /**
             * @description enter_code: a code was sent to the person. authorize_payment: the person approves the payment at the URL. confirm_booking: the caller confirms a booking that was created with confirm_later. answer_questions: the person or the caller answers questions of the provider, such as where to be picked up.
             * @constant
             */
            readonly type: "authorize_payment";
            /** @description An absolute http or https address. */
            readonly url: components["schemas"]["Url"];
        } | {
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            readonly expires_at: components["schemas"]["Instant"];
            /**
             * @description enter_code: a code was sent to the person. authorize_payment: the person approves the payment at the URL. confirm_booking: the caller confirms a booking that was created with confirm_later. answer_questions: the person or the caller answers questions of the provider, such as where to be picked up.
             * @constant
             */
            readonly type: "confirm_booking";
        } | {
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            readonly expires_at: components["schemas"]["Instant"];
            /** @description The questions to answer. */
            readonly questions: readonly components["schemas"]["Question"][];
            /**
             * @description enter_code: a code was sent to the person. authorize_payment: the person approves the payment at the URL. confirm_booking: the caller confirms a booking that was created with confirm_later. answer_questions: the person or the caller answers questions of the provider, such as where to be picked up.
             * @constant
             */
            readonly type: "answer_questions";
        };
        /**
         * Format: int32
         * @description The number of people.
         * @example 2
         */
        readonly PartySize: number;
        /**
         * @description Name of the provider that handles the booking.
         * @example sandbox
         */
        readonly Provider: string;
        /** @description A question of the provider. */
        readonly Question: {
            /**
             * @description The name of the answer. The question about the pickup has the id pickup.
             * @example pickup
             */
            readonly id: string;
            /**
             * @description The question, to show to the person.
             * @example Where should we pick you up?
             */
            readonly label: string;
            /** @description The possible answers of a choice. Absent for a text. */
            readonly options?: readonly components["schemas"]["QuestionOption"][];
            /**
             * @description True if the question must be answered.
             * @example true
             */
            readonly required: boolean;
            /**
             * @description text: any text. choice: the value of one of the options. Tolerate unknown types: they accept a text.
             * @example choice
             * @enum {string}
             */
            readonly type: "text" | "choice";
        };
        /** @description A possible answer. */
        readonly QuestionOption: {
            /**
             * @description The answer, to show to the person.
             * @example Central station, 08:40
             */
            readonly label: string;
            /**
             * @description The answer to send.
             * @example central_station
             */
            readonly value: string;
        };
        /**
         * @description A slot's identifier from an availability search. Opaque.
         * @example slt_harbour_table_20261121T1900
         */
        readonly SlotId: string;
        /**
         * @description A kind of people at the venue, such as adult, youth, child, infant, senior, student or family. The units of a slot list those that the venue has.
         * @example adult
         */
        readonly UnitName: string;
        /**
         * Format: uri
         * @description An absolute http or https address.
         * @example https://hooks.diner.test/bookings
         */
        readonly Url: string;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export const eventTypes = [
  "booking.created",
  "booking.requires_action",
  "booking.processing",
  "booking.confirmed",
  "booking.failed",
  "booking.cancelled",
  "booking.modified"
] as const;

export interface EventMap {
  readonly 'booking.created': components['schemas']['BookingCreatedEvent'];
  readonly 'booking.requires_action': components['schemas']['BookingRequiresActionEvent'];
  readonly 'booking.processing': components['schemas']['BookingProcessingEvent'];
  readonly 'booking.confirmed': components['schemas']['BookingConfirmedEvent'];
  readonly 'booking.failed': components['schemas']['BookingFailedEvent'];
  readonly 'booking.cancelled': components['schemas']['BookingCancelledEvent'];
  readonly 'booking.modified': components['schemas']['BookingModifiedEvent'];
}

/** The headers of a webhook beside those of every JSON request. */
export interface WebhookHeaders {
  readonly 'Service-Signature': string;
  readonly 'traceparent'?: string;
}
