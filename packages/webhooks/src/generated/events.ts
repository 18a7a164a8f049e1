// Written by scripts/generate.ts from openapi/webhooks/. Edit that, then run: npm run generate

export interface components {
    schemas: {
        /**
         * Authorize a payment
         * @description The person approves the payment at the address; answer with continue afterwards.
         */
        readonly AuthorizePayment: {
            readonly expires_at: components["schemas"]["Instant"];
            /** @constant */
            readonly type: "authorize_payment";
            readonly url: components["schemas"]["Url"];
        };
        /**
         * booking.cancelled
         * @description The booking was cancelled.
         */
        readonly BookingCancelledEvent: {
            readonly created: components["schemas"]["Instant"];
            readonly data: components["schemas"]["EventData"];
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "booking.cancelled";
        };
        /**
         * booking.confirmed
         * @description The provider confirmed the booking.
         */
        readonly BookingConfirmedEvent: {
            readonly created: components["schemas"]["Instant"];
            readonly data: components["schemas"]["EventData"];
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "booking.confirmed";
        };
        /**
         * booking.created
         * @description A booking was accepted; its status is usually processing.
         */
        readonly BookingCreatedEvent: {
            readonly created: components["schemas"]["Instant"];
            readonly data: components["schemas"]["EventData"];
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "booking.created";
        };
        /**
         * @description Why the booking failed. Tolerate a code you do not know.
         * @example slot_not_offered
         * @enum {string}
         */
        readonly BookingErrorCode: "card_declined" | "invalid_code" | "payment_approval_expired" | "payment_declined" | "payment_outcome_unknown" | "payment_replay_failed" | "provider_failed" | "slot_not_offered";
        /**
         * booking.failed
         * @description The booking failed; error_code and error_message say why.
         */
        readonly BookingFailedEvent: {
            readonly created: components["schemas"]["Instant"];
            readonly data: components["schemas"]["EventData"];
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "booking.failed";
        };
        /**
         * @description A booking's identifier.
         * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        readonly BookingId: string;
        /**
         * booking.modified
         * @description A modification succeeded.
         */
        readonly BookingModifiedEvent: {
            readonly created: components["schemas"]["Instant"];
            readonly data: components["schemas"]["EventData"];
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "booking.modified";
        };
        /**
         * booking.processing
         * @description The caller answered with continue and the booking runs again. Never sent on create.
         */
        readonly BookingProcessingEvent: {
            readonly created: components["schemas"]["Instant"];
            readonly data: components["schemas"]["EventData"];
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "booking.processing";
        };
        /**
         * booking.requires_action
         * @description The booking waits on the person or the caller; next_action says for what.
         */
        readonly BookingRequiresActionEvent: {
            readonly created: components["schemas"]["Instant"];
            readonly data: components["schemas"]["EventData"];
            readonly id: components["schemas"]["EventId"];
            /** @constant */
            readonly type: "booking.requires_action";
        };
        /**
         * @description Where the booking stands. failed, cancelled and expired are final.
         * @example confirmed
         * @enum {string}
         */
        readonly BookingStatus: "processing" | "requires_action" | "confirmed" | "failed" | "cancelled" | "expired";
        /** @description What a webhook tells of a booking. Everything else is read with getBooking. */
        readonly BookingSummary: {
            readonly error_code?: components["schemas"]["BookingErrorCode"];
            readonly error_message?: components["schemas"]["ErrorMessage"];
            readonly id: components["schemas"]["BookingId"];
            readonly last_modification?: components["schemas"]["LastModification"];
            readonly next_action?: components["schemas"]["NextAction"];
            /** @constant */
            readonly object: "booking";
            readonly provider: components["schemas"]["Provider"];
            readonly status: components["schemas"]["BookingStatus"];
        };
        /**
         * @description How a code travels.
         * @example email
         * @enum {string}
         */
        readonly Channel: "email" | "sms";
        /**
         * Enter a code
         * @description A code was sent to the person; answer with continue and the code.
         */
        readonly EnterCode: {
            readonly channel: components["schemas"]["Channel"];
            /**
             * @description Where it was sent, masked.
             * @example a***@diner.test
             */
            readonly destination: string;
            readonly expires_at: components["schemas"]["Instant"];
            /** @constant */
            readonly type: "enter_code";
        };
        /**
         * @description For people. Branch on the code, never on this wording.
         * @example The provider does not offer this slot, or no longer does.
         */
        readonly ErrorMessage: string;
        /** @description What the event is about. */
        readonly EventData: {
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
            readonly changes: components["schemas"]["ModifyBooking"];
            readonly modified_at: components["schemas"]["Instant"];
        };
        /** @description The new values; at least one. */
        readonly ModifyBooking: {
            readonly party_size?: components["schemas"]["PartySize"];
            readonly slot_id?: components["schemas"]["SlotId"];
        };
        /** @description What the person or the caller must do. Tolerate a type you do not know. */
        readonly NextAction: components["schemas"]["EnterCode"] | components["schemas"]["AuthorizePayment"];
        /**
         * @description How many people the booking is for.
         * @example 2
         */
        readonly PartySize: number;
        /**
         * @description Name of the provider that handles the booking.
         * @example sandbox
         */
        readonly Provider: string;
        /**
         * @description A slot's identifier, as an availability search gave it. Opaque.
         * @example slt_harbour_table_20261121T1900
         */
        readonly SlotId: string;
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
}
