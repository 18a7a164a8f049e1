// Written from openapi/provider.yaml. Edit that, then run: npm run generate

export interface paths {
    readonly "/availability/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Search availability
         * @description Returns one page of the slots that the venue offers on this day for this party, earliest first. An empty page is a valid response.
         */
        readonly post: operations["searchAvailability"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bookings/book": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Book
         * @description Takes the booking one step further. A repeated reference returns the outcome of the first request. After requires_action, the next step has a new reference and brings the answer of the caller.
         */
        readonly post: operations["book"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bookings/check": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Check a booking
         * @description Checks whether a booking can be accepted. The service calls it within the create request of its caller. It must create nothing.
         */
        readonly post: operations["checkRequest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bookings/check-hold": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Check a hold
         * @description Returns whether the provider still holds a booking that waits for its caller. The service calls it after the check_hold_after_seconds of an outcome. A provider that never returns check_hold_after_seconds needs no such operation.
         */
        readonly post: operations["checkHold"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bookings/modify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Modify a booking
         * @description Modifies a confirmed booking. A repeated reference returns the outcome of the first request. A provider that modifies no bookings returns unsupported.
         *
         *     If the new price is higher than what was captured for the booking, the service modifies it back at once: the booking has the new values then, the changes are the values before, and the reference ends with `/undo`.
         */
        readonly post: operations["modify"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bookings/read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Read a booking
         * @description Returns the present state of a booking that the provider confirmed. It changes nothing. A booking that was released is `cancelled`. The service calls it after a `bookingChanged` event of the provider, and regularly if its operator sets `read_bookings_every_minutes`. A provider that sends no events and is not read regularly needs no such operation.
         */
        readonly post: operations["readBooking"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/bookings/release": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Release a booking
         * @description Releases everything that was made for a booking which was cancelled, expired or failed. Does nothing if nothing was made, or if it was released before. A `book` that arrives after it, late, must book nothing. The response may state the part of the price that the guest gets back; a repeated request gets the same one.
         */
        readonly post: operations["release"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/venues/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Search venues
         * @description Returns one page of the venues that match. Every criterion is optional. The order must be stable, so that the pages of one search list every venue once.
         */
        readonly post: operations["searchVenues"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface webhooks {
    readonly bookingChanged: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A booking has changed
         * @description The provider sends this event to the service when it cancels or changes a confirmed booking by itself, with a POST to `/provider-events/<name of the supplier>` at the address of the service. Its operator allows it with `sends_events: true`. The request is signed like those of the service, with the same secret. Send events about the bookings of one side with the secret of that side.
         *
         *     The event only names the booking. The service stores that it has to read the booking, responds with success, and then calls `readBooking`. So a repeated, late or reordered event changes nothing. An event about a booking that the service does not have gets the same response. After any other response, or without one, send the event again later, with a new signature, unless the service refused it as invalid.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description The signature of an event, in the form of those of the service, keyed with the same secret. Sign each attempt again.
                     * @example t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                     */
                    readonly "Service-Signature": components["parameters"]["EventSignature"];
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["BookingChanged"];
                };
            };
            readonly responses: {
                /** @description The service will read the booking, or has nothing to do. */
                readonly 204: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                readonly 400: components["responses"]["InvalidEvent"];
                readonly 401: components["responses"]["EventUnauthorized"];
                readonly 413: components["responses"]["EventTooLarge"];
                readonly 429: components["responses"]["TooManyEvents"];
                readonly 503: components["responses"]["ServiceUnavailable"];
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The booking can be accepted. */
        readonly Acceptance: {
            /**
             * @description true if `book` responds within the create request of the caller, who then gets the outcome in the response. false if the service should book afterwards.
             * @example false
             */
            readonly at_once: boolean;
            /** @description What a cancel of this booking returns, if the response of `release` states no refund. Without it, everything. */
            readonly cancellation?: {
                /**
                 * Format: date-time
                 * @description Until this time, a cancel returns the whole price. An RFC 3339 instant with any offset.
                 * @example 2029-12-31T19:00:00.000Z
                 */
                readonly free_until: string;
                /**
                 * Format: int32
                 * @description The part of the price that a later cancel returns, in percent.
                 * @example 0
                 */
                readonly late_refund_percent: number;
            };
            /** @description The price of this request in total. It becomes the price of the booking. Without it, the booking has none, and no payment can be collected externally. */
            readonly price?: components["schemas"]["BookingPrice"];
            /**
             * Format: date-time
             * @description The start of the slot, which becomes that of the booking. An RFC 3339 instant with any offset. Without it, the booking states none.
             * @example 2030-01-01T19:00:00.000Z
             */
            readonly starts_at?: string;
        };
        /**
         * Format: int64
         * @description An amount of money in the minor unit of its currency, such as cents.
         * @example 5000
         */
        readonly Amount: number;
        /** @description The input for answer_questions. */
        readonly AnsweredQuestions: {
            /**
             * @description The answers, by the id of the question. An optional question may be left out.
             * @example {
             *       "pickup": "central_station"
             *     }
             */
            readonly answers: {
                readonly [key: string]: string;
            };
            /**
             * @description Always `answer_questions`.
             * @constant
             */
            readonly type: "answer_questions";
        };
        /** @description The input for authorize_payment, after the person approved the payment. */
        readonly AuthorizedPayment: {
            /**
             * @description Always `authorize_payment`.
             * @constant
             */
            readonly type: "authorize_payment";
        };
        /** @description One step of a booking. */
        readonly Book: {
            /** @description The input of the caller for the next_action of the step before. Absent in the first step. */
            readonly answer?: components["schemas"]["ContinueBooking"];
            /**
             * Format: int32
             * @description The number of the attempt at this step, from 1.
             * @example 1
             */
            readonly attempt: number;
            /** @description A booking of the service, without what the provider does not need. */
            readonly booking: components["schemas"]["ProviderBooking"];
            /** @description Whether the key is a live key. A provider serves one mode at one address: refuse a request of the other mode with 400, and change nothing. */
            readonly livemode: components["schemas"]["Livemode"];
            /**
             * @description Always `book`.
             * @constant
             */
            readonly operation: "book";
            /** @description The organization on whose behalf the service calls. */
            readonly organization_id: components["schemas"]["OrganizationId"];
            /** @description The idempotency reference: the booking's id and the step. `/undo` follows it in a `modify` that takes the modification of that step back. It is a request of its own, with a result of its own. */
            readonly reference: components["schemas"]["Reference"];
            /**
             * Format: int32
             * @description The create is step 1. Each later input of the caller adds one.
             * @example 1
             */
            readonly step: number;
        };
        /** @description The booking that has changed. */
        readonly BookingChanged: {
            /** @description A booking's identifier. */
            readonly booking_id: components["schemas"]["BookingId"];
            /**
             * @description The provider's own id of the event, for the logs of both sides. A repeated event has the same one.
             * @example evt-81
             */
            readonly event_id: string;
            /** @description Whether the key is a live key. A provider serves one mode at one address: refuse a request of the other mode with 400, and change nothing. */
            readonly livemode: components["schemas"]["Livemode"];
            /**
             * @description Always `bookingChanged`.
             * @constant
             */
            readonly operation: "bookingChanged";
            /** @description The organization on whose behalf the service calls. */
            readonly organization_id: components["schemas"]["OrganizationId"];
        };
        /**
         * @description A booking's identifier.
         * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        readonly BookingId: string;
        /** @description The price of the booking in total, as the provider stated it when the booking was created. A modification may set a new one. Absent if the provider stated none. */
        readonly BookingPrice: {
            /** @description An amount of money in the minor unit of its currency, such as cents. */
            readonly amount: components["schemas"]["Amount"];
            /** @description The code of the currency in ISO 4217. */
            readonly currency: components["schemas"]["Currency"];
        };
        /** @description The state of a booking. */
        readonly BookingReading: components["schemas"]["StillConfirmed"] | components["schemas"]["CancelledByProvider"] | components["schemas"]["VisitCompleted"];
        /**
         * @description The status of the booking. failed, cancelled and expired are final. Tolerate unknown statuses.
         * @example confirmed
         * @enum {string}
         */
        readonly BookingStatus: "processing" | "requires_action" | "confirmed" | "failed" | "cancelled" | "expired";
        /** @description The provider has cancelled the booking. The service cancels it too, calls `release`, and returns a payment as after each cancellation. */
        readonly CancelledByProvider: {
            /** @enum {string} */
            readonly state: "cancelled";
        };
        /** @description The booking that waits. */
        readonly CheckHold: {
            /** @description A booking of the service, without what the provider does not need. */
            readonly booking: components["schemas"]["ProviderBooking"];
            /** @description Whether the key is a live key. A provider serves one mode at one address: refuse a request of the other mode with 400, and change nothing. */
            readonly livemode: components["schemas"]["Livemode"];
            /**
             * @description Always `checkHold`.
             * @constant
             */
            readonly operation: "checkHold";
            /** @description The organization on whose behalf the service calls. */
            readonly organization_id: components["schemas"]["OrganizationId"];
        };
        /** @description The booking that a caller wants to make. */
        readonly CheckRequest: {
            /** @description The guest of the booking. */
            readonly guest: components["schemas"]["Guest"];
            /** @description Whether the key is a live key. A provider serves one mode at one address: refuse a request of the other mode with 400, and change nothing. */
            readonly livemode: components["schemas"]["Livemode"];
            /**
             * @description Always `checkRequest`.
             * @constant
             */
            readonly operation: "checkRequest";
            /** @description The organization on whose behalf the service calls. */
            readonly organization_id: components["schemas"]["OrganizationId"];
            /** @description The party by kinds of people, for venues with a price for each kind. The sum of the quantities is the party size, at most 50. A venue whose slots have no units books that many people. */
            readonly party?: components["schemas"]["Party"];
            /** @description The number of people. */
            readonly party_size: components["schemas"]["PartySize"];
            /** @description A slot's identifier from an availability search. Opaque. */
            readonly slot_id: components["schemas"]["SlotId"];
            /** @description A venue's identifier at its provider. */
            readonly venue_id: components["schemas"]["VenueId"];
        };
        /**
         * @description The provider's reference, to show at the venue.
         * @example SBX-5F0C1F2E
         */
        readonly ConfirmationCode: string;
        /** @description The provider has confirmed the booking. */
        readonly Confirmed: {
            /** @description The provider's reference, to show at the venue. */
            readonly confirmation_code: components["schemas"]["ConfirmationCode"];
            /** @description The tickets and vouchers of the guest. Without them, the booking has none until a read or a modification returns some. */
            readonly documents?: readonly {
                /**
                 * @description The form of the value. A format that ends in _url has an http or https address, any other the text of a code.
                 * @example qr_code
                 * @enum {string}
                 */
                readonly format: "qr_code" | "code_128" | "aztec_code" | "pdf_url" | "pkpass_url";
                /**
                 * @description ticket: admits one unit, such as a person. voucher: admits the whole booking.
                 * @example ticket
                 * @enum {string}
                 */
                readonly kind: "ticket" | "voucher";
                /**
                 * @description The person or unit that the document is for, as callers see it.
                 * @example Ada Byron
                 */
                readonly label?: string;
                /**
                 * @description The text of the code, or the address.
                 * @example CRN-1-1
                 */
                readonly value: string;
            }[];
            /**
             * @description Always `confirmed`.
             * @constant
             */
            readonly outcome: "confirmed";
        };
        /** @description An input of the caller that a step waited for. */
        readonly ContinueBooking: components["schemas"]["EnteredCode"] | components["schemas"]["AuthorizedPayment"] | components["schemas"]["AnsweredQuestions"];
        /**
         * @description The code of the currency in ISO 4217.
         * @example EUR
         */
        readonly Currency: string;
        /** @description The booking is no longer held. It fails with this code. */
        readonly Dropped: {
            /** @description Why a booking failed. It becomes the error_code of the booking. */
            readonly error_code: components["schemas"]["FailureCode"];
            /** @description A message for people. Branch on the code, not on this text. */
            readonly error_message?: components["schemas"]["ErrorMessage"];
            /** @constant */
            readonly held: false;
        };
        /** @description The input for enter_code. */
        readonly EnteredCode: {
            /**
             * @description The code the person received.
             * @example 424242
             */
            readonly code: string;
            /**
             * @description Always `enter_code`.
             * @constant
             */
            readonly type: "enter_code";
        };
        /**
         * @description A message for people. Branch on the code, not on this text.
         * @example The provider does not offer this slot, or no longer does.
         */
        readonly ErrorMessage: string;
        /** @description A refusal of an event by the service. */
        readonly EventRefusal: {
            /**
             * @description The reason.
             * @example The event does not match the provider contract.
             */
            readonly error: string;
            /**
             * @description Its stable name. For unauthorized and rate_limited, it is the value of error instead.
             * @example invalid_request
             */
            readonly error_code?: string;
        };
        /** @description The booking has failed for good. */
        readonly Failed: {
            /** @description Why a booking failed. It becomes the error_code of the booking. */
            readonly error_code: components["schemas"]["FailureCode"];
            /** @description A message for people. Branch on the code, not on this text. */
            readonly error_message?: components["schemas"]["ErrorMessage"];
            /**
             * @description Always `failed`.
             * @constant
             */
            readonly outcome: "failed";
        };
        /**
         * @description Why a booking failed. It becomes the error_code of the booking.
         * @example slot_not_offered
         * @enum {string}
         */
        readonly FailureCode: "slot_not_offered" | "invalid_code" | "payment_declined" | "payment_approval_expired" | "payment_outcome_unknown" | "provider_failed";
        /** @description The guest of the booking. */
        readonly Guest: {
            /**
             * Format: email
             * @description The guest's e-mail address for the provider. It is in ASCII (RFC 5321): an internationalized domain is sent in its ASCII form, such as xn--mller-kva.test.
             * @example ada@diner.test
             */
            readonly email: string;
            /**
             * @description Given name.
             * @example Ada
             */
            readonly first_name: string;
            /**
             * @description Family name. Some providers require it.
             * @example Byron
             */
            readonly last_name?: string;
            /**
             * @description In E.164 form.
             * @example +351210000000
             */
            readonly phone?: string;
        };
        /** @description The booking is held. */
        readonly Held: {
            /**
             * @description The time of the next check.
             * @example 300
             */
            readonly check_hold_after_seconds: number;
            /** @constant */
            readonly held: true;
        };
        /** @description True if the provider holds the booking. */
        readonly Hold: components["schemas"]["Held"] | components["schemas"]["Dropped"];
        /**
         * Format: date-time
         * @description An RFC 3339 instant in UTC, with milliseconds.
         * @example 2026-11-21T09:30:00.000Z
         */
        readonly Instant: string;
        /**
         * @description Whether the key is a live key. A provider serves one mode at one address: refuse a request of the other mode with 400, and change nothing.
         * @example true
         */
        readonly Livemode: boolean;
        /**
         * @description The caller's own data, returned unchanged. Up to 20 keys of 40 characters, with values of up to 500 characters.
         * @example {
         *       "table_note": "by the window"
         *     }
         */
        readonly Metadata: {
            readonly [key: string]: string;
        };
        /** @description The outcome of a modification. */
        readonly ModificationOutcome: components["schemas"]["Modified"] | components["schemas"]["ModificationRefused"] | components["schemas"]["ModificationUnsupported"];
        /** @description The booking does not change. */
        readonly ModificationRefused: {
            /** @description A message for people. Branch on the code, not on this text. */
            readonly message?: components["schemas"]["ErrorMessage"];
            /**
             * @description Always `refused`.
             * @constant
             */
            readonly outcome: "refused";
        };
        /** @description This booking cannot be modified at all. */
        readonly ModificationUnsupported: {
            /** @enum {string} */
            readonly outcome: "unsupported";
        };
        /** @description The booking has the new values. */
        readonly Modified: {
            /** @description The policy with the new values. Without it, the policy of the booking stays the same. */
            readonly cancellation?: {
                /**
                 * Format: date-time
                 * @description Until this time, a cancel returns the whole price. An RFC 3339 instant with any offset.
                 * @example 2029-12-31T19:00:00.000Z
                 */
                readonly free_until: string;
                /**
                 * Format: int32
                 * @description The part of the price that a later cancel returns, in percent.
                 * @example 0
                 */
                readonly late_refund_percent: number;
            };
            /** @description The tickets and vouchers of the guest. They replace those of the booking. Without them, the booking keeps its documents. */
            readonly documents?: readonly {
                /**
                 * @description The form of the value. A format that ends in _url has an http or https address, any other the text of a code.
                 * @example qr_code
                 * @enum {string}
                 */
                readonly format: "qr_code" | "code_128" | "aztec_code" | "pdf_url" | "pkpass_url";
                /**
                 * @description ticket: admits one unit, such as a person. voucher: admits the whole booking.
                 * @example ticket
                 * @enum {string}
                 */
                readonly kind: "ticket" | "voucher";
                /**
                 * @description The person or unit that the document is for, as callers see it.
                 * @example Ada Byron
                 */
                readonly label?: string;
                /**
                 * @description The text of the code, or the address.
                 * @example CRN-1-1
                 */
                readonly value: string;
            }[];
            /**
             * @description Always `modified`.
             * @constant
             */
            readonly outcome: "modified";
            /** @description The price of the booking with the new values, in total. Without it, the price of the booking stays the same. */
            readonly price?: components["schemas"]["BookingPrice"];
            /**
             * Format: date-time
             * @description The start of the slot with the new values. Without it, the start of the booking stays the same if its slot does, and is unknown otherwise.
             * @example 2030-01-01T19:00:00.000Z
             */
            readonly starts_at?: string;
        };
        /** @description A modification. */
        readonly Modify: {
            /** @description The booking before the modification. */
            readonly booking: components["schemas"]["ProviderBooking"];
            /** @description The new values, at least one. A party comes with its party_size. */
            readonly changes: components["schemas"]["ModifyBooking"];
            /** @description Whether the key is a live key. A provider serves one mode at one address: refuse a request of the other mode with 400, and change nothing. */
            readonly livemode: components["schemas"]["Livemode"];
            /**
             * @description Always `modify`.
             * @constant
             */
            readonly operation: "modify";
            /** @description The organization on whose behalf the service calls. */
            readonly organization_id: components["schemas"]["OrganizationId"];
            /** @description The idempotency reference: the booking's id and the step. `/undo` follows it in a `modify` that takes the modification of that step back. It is a request of its own, with a result of its own. */
            readonly reference: components["schemas"]["Reference"];
        };
        /** @description The new values, at least one. A party comes with its party_size. */
        readonly ModifyBooking: {
            /** @description The party by kinds of people, for venues with a price for each kind. The sum of the quantities is the party size, at most 50. A venue whose slots have no units books that many people. */
            readonly party?: components["schemas"]["Party"];
            /** @description The number of people. */
            readonly party_size?: components["schemas"]["PartySize"];
            /** @description A slot's identifier from an availability search. Opaque. */
            readonly slot_id?: components["schemas"]["SlotId"];
        };
        /** @description The service sends this value as cursor to read the next page. null on the last page. */
        readonly NextCursor: string | null;
        /**
         * @description The organization on whose behalf the service calls.
         * @example org_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        readonly OrganizationId: string;
        /** @description The outcome of one step. */
        readonly Outcome: components["schemas"]["Confirmed"] | components["schemas"]["Failed"] | components["schemas"]["RequiresAction"] | components["schemas"]["Pending"];
        /**
         * Format: int32
         * @description The maximum number of entries of a page.
         * @default 20
         * @example 20
         */
        readonly PageLimit: number;
        /** @description The party by kinds of people, for venues with a price for each kind. The sum of the quantities is the party size, at most 50. A venue whose slots have no units books that many people. */
        readonly Party: readonly components["schemas"]["PartyUnit"][];
        /**
         * Format: int32
         * @description The number of people.
         * @example 2
         */
        readonly PartySize: number;
        /** @description The number of people of one kind. */
        readonly PartyUnit: {
            /**
             * Format: int32
             * @description The number of people of this kind.
             * @example 2
             */
            readonly quantity: number;
            /** @description A kind of people at the venue, such as adult, youth, child, infant, senior, student or family. The units of a slot list those that the venue has. */
            readonly unit: components["schemas"]["UnitName"];
        };
        /** @description The step is not decided. The service sends it again, with the same reference and the next attempt. */
        readonly Pending: {
            /**
             * @description Always `pending`.
             * @constant
             */
            readonly outcome: "pending";
            /**
             * @description The time for which the service waits.
             * @example 60
             */
            readonly retry_after_seconds: number;
        };
        /** @description A booking of the service, without what the provider does not need. */
        readonly ProviderBooking: {
            /** @description The provider's reference, to show at the venue. */
            readonly confirmation_code?: components["schemas"]["ConfirmationCode"];
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            readonly created: components["schemas"]["Instant"];
            /** @description The guest of the booking. */
            readonly guest: components["schemas"]["Guest"];
            /** @description A booking's identifier. */
            readonly id: components["schemas"]["BookingId"];
            /**
             * @description The mode of the key that made the booking. The same as that of the request.
             * @example true
             */
            readonly livemode: boolean;
            /** @description The party by kinds of people, for venues with a price for each kind. The sum of the quantities is the party size, at most 50. A venue whose slots have no units books that many people. */
            readonly party?: components["schemas"]["Party"];
            /** @description The number of people. */
            readonly party_size: components["schemas"]["PartySize"];
            /** @description A slot's identifier from an availability search. Opaque. */
            readonly slot_id: components["schemas"]["SlotId"];
            /** @description The status of the booking. failed, cancelled and expired are final. Tolerate unknown statuses. */
            readonly status: components["schemas"]["BookingStatus"];
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            readonly updated: components["schemas"]["Instant"];
            /** @description A venue's identifier at its provider. */
            readonly venue_id: components["schemas"]["VenueId"];
        };
        /**
         * @description The next_cursor of the page before. Opaque to the service.
         * @example MjA
         */
        readonly ProviderCursor: string;
        /** @description A refusal. */
        readonly ProviderError: {
            /**
             * @description The reason, for the log of the service.
             * @example The venue does not offer this slot.
             */
            readonly error: string;
            /**
             * @description The reason.
             * @example slot_not_offered
             * @enum {string}
             */
            readonly error_code: "internal_error" | "invalid_request" | "missing_last_name" | "not_found" | "slot_not_offered" | "unauthorized";
        };
        /** @description A time at which the venue offers a table or place. */
        readonly ProviderSlot: {
            /** @description What a cancel of a booking of this slot returns. Callers see it with the slot. */
            readonly cancellation?: {
                /**
                 * Format: date-time
                 * @description Until this time, a cancel returns the whole price. An RFC 3339 instant with any offset.
                 * @example 2029-12-31T19:00:00.000Z
                 */
                readonly free_until: string;
                /**
                 * Format: int32
                 * @description The part of the price that a later cancel returns, in percent.
                 * @example 0
                 */
                readonly late_refund_percent: number;
            };
            /**
             * Format: int32
             * @description The duration of the slot in minutes.
             * @example 90
             */
            readonly duration_minutes: number;
            /** @description A slot's identifier from an availability search. Opaque. */
            readonly id: components["schemas"]["SlotId"];
            /** @description The number of people. */
            readonly max_party_size: components["schemas"]["PartySize"];
            /** @description Additions that callers see with the slot, such as a room. Information only. */
            readonly metadata?: components["schemas"]["Metadata"];
            /** @description The number of people. */
            readonly min_party_size: components["schemas"]["PartySize"];
            /** @description The price of the slot for the party size of the search. Absent if the provider states none. The price of a booking is the one in the booking. */
            readonly price?: components["schemas"]["SlotPrice"];
            /**
             * Format: date-time
             * @description An RFC 3339 instant with any offset.
             * @example 2030-01-01T19:00:00.000Z
             */
            readonly starts_at: string;
            /** @description The kinds of people of the venue, each with its own ages and price. Callers see them with the slot, and send them as party. */
            readonly units?: readonly components["schemas"]["SlotUnit"][];
        };
        /** @description A place that takes bookings. */
        readonly ProviderVenue: {
            /**
             * @description The city of the venue.
             * @example Ghent
             */
            readonly city: string;
            /**
             * @description Its country, ISO 3166-1 alpha-2.
             * @example BE
             */
            readonly country: string;
            /** @description The venue's identifier. It begins with the `venue_prefix` of the supplier, by default `ven_<name>_`. */
            readonly id: components["schemas"]["VenueId"];
            /**
             * @description The venue's name.
             * @example Corner Café
             */
            readonly name: string;
        };
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
        /** @description The booking to read. */
        readonly ReadBooking: {
            /** @description The booking as the service has it. */
            readonly booking: components["schemas"]["ProviderBooking"];
            /** @description Whether the key is a live key. A provider serves one mode at one address: refuse a request of the other mode with 400, and change nothing. */
            readonly livemode: components["schemas"]["Livemode"];
            /**
             * @description Always `readBooking`.
             * @constant
             */
            readonly operation: "readBooking";
            /** @description The organization on whose behalf the service calls. */
            readonly organization_id: components["schemas"]["OrganizationId"];
        };
        /**
         * @description The idempotency reference: the booking's id and the step. `/undo` follows it in a `modify` that takes the modification of that step back. It is a request of its own, with a result of its own.
         * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1/1
         */
        readonly Reference: string;
        /** @description The booking that has ended. */
        readonly Release: {
            /** @description A booking of the service, without what the provider does not need. */
            readonly booking: components["schemas"]["ProviderBooking"];
            /** @description Whether the key is a live key. A provider serves one mode at one address: refuse a request of the other mode with 400, and change nothing. */
            readonly livemode: components["schemas"]["Livemode"];
            /**
             * @description Always `release`.
             * @constant
             */
            readonly operation: "release";
            /** @description The organization on whose behalf the service calls. */
            readonly organization_id: components["schemas"]["OrganizationId"];
        };
        /** @description The booking is released. */
        readonly Released: {
            /** @description The part of the price that the guest gets back for a booking which was confirmed and then cancelled. Without it, what the cancellation policy of the booking says, and everything if it has none. The service returns it if it collected the payment. Another currency than that of the payment, or more than was paid, counts as a failure. */
            readonly refund?: components["schemas"]["BookingPrice"];
        };
        /** @description The input. */
        readonly RequestedAction: components["schemas"]["RequestedCode"] | components["schemas"]["RequestedApproval"] | components["schemas"]["RequestedAnswers"];
        /** @description The person answers questions. The next step brings the answers, which the service has compared with the questions. */
        readonly RequestedAnswers: {
            /** @description The questions. The one about the pickup has the id pickup. */
            readonly questions: readonly components["schemas"]["Question"][];
            /**
             * @description Always `answer_questions`.
             * @constant
             */
            readonly type: "answer_questions";
        };
        /** @description The person approves a payment at the URL. */
        readonly RequestedApproval: {
            /**
             * @description Always `authorize_payment`.
             * @constant
             */
            readonly type: "authorize_payment";
            /** @description An absolute http or https address. */
            readonly url: components["schemas"]["Url"];
        };
        /** @description The person enters a code that was sent to them. */
        readonly RequestedCode: {
            /**
             * @description The channel that sent the code.
             * @example email
             * @enum {string}
             */
            readonly channel: "email" | "sms";
            /**
             * @description The masked destination of the code.
             * @example a***@diner.test
             */
            readonly destination: string;
            /**
             * @description The code itself, for a simulated booking. The service shows it to the caller.
             * @example 424242
             */
            readonly test_code?: string;
            /**
             * @description Always `enter_code`.
             * @constant
             */
            readonly type: "enter_code";
        };
        /** @description The booking waits for an input of the caller. */
        readonly RequiresAction: {
            /**
             * @description The time at which the service calls checkHold. Without it, the booking waits until it expires.
             * @example 300
             */
            readonly check_hold_after_seconds?: number;
            /** @description The input. */
            readonly next_action: components["schemas"]["RequestedAction"];
            /**
             * @description Always `requires_action`.
             * @constant
             */
            readonly outcome: "requires_action";
        };
        /** @description The venue, the day and the party. */
        readonly SearchAvailability: {
            /** @description The next_cursor of the page before. Opaque to the service. */
            readonly cursor?: components["schemas"]["ProviderCursor"];
            /**
             * Format: date
             * @description The day, in UTC.
             * @example 2030-01-01
             */
            readonly date: string;
            /** @description The maximum number of entries of a page. */
            readonly limit: components["schemas"]["PageLimit"];
            /** @description Whether the key is a live key. A provider serves one mode at one address: refuse a request of the other mode with 400, and change nothing. */
            readonly livemode: components["schemas"]["Livemode"];
            /**
             * @description Always `searchAvailability`.
             * @constant
             */
            readonly operation: "searchAvailability";
            /** @description The organization on whose behalf the service calls. */
            readonly organization_id: components["schemas"]["OrganizationId"];
            /** @description The party by kinds of people, for venues with a price for each kind. The sum of the quantities is the party size, at most 50. A venue whose slots have no units books that many people. */
            readonly party?: components["schemas"]["Party"];
            /** @description The number of people. */
            readonly party_size: components["schemas"]["PartySize"];
            /** @description A venue's identifier at its provider. */
            readonly venue_id: components["schemas"]["VenueId"];
        };
        /** @description The criteria of a search for venues. */
        readonly SearchVenues: {
            /**
             * @description The city's name.
             * @example Ghent
             */
            readonly city?: string;
            /**
             * @description ISO 3166-1 alpha-2.
             * @example BE
             */
            readonly country?: string;
            /** @description The next_cursor of the page before. Opaque to the service. */
            readonly cursor?: components["schemas"]["ProviderCursor"];
            /** @description The maximum number of entries of a page. */
            readonly limit: components["schemas"]["PageLimit"];
            /** @description Whether the key is a live key. A provider serves one mode at one address: refuse a request of the other mode with 400, and change nothing. */
            readonly livemode: components["schemas"]["Livemode"];
            /**
             * @description Always `searchVenues`.
             * @constant
             */
            readonly operation: "searchVenues";
            /** @description The organization on whose behalf the service calls. */
            readonly organization_id: components["schemas"]["OrganizationId"];
            /**
             * @description Text to find in the venue's name.
             * @example corner
             */
            readonly query?: string;
        };
        /**
         * @description A slot's identifier from an availability search. Opaque.
         * @example slt_harbour_table_20261121T1900
         */
        readonly SlotId: string;
        /** @description A page of slots, earliest first. */
        readonly SlotPage: {
            /** @description The slots, at most the limit of the request. */
            readonly data: readonly components["schemas"]["ProviderSlot"][];
            /** @description The service sends this value as cursor to read the next page. null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description The price of the slot for the party size of the search. Absent if the provider states none. The price of a booking is the one in the booking. */
        readonly SlotPrice: {
            /** @description An amount of money in the minor unit of its currency, such as cents. */
            readonly amount: components["schemas"]["Amount"];
            /** @description The code of the currency in ISO 4217. */
            readonly currency: components["schemas"]["Currency"];
            /**
             * @description booking: the amount is the total. person: the total is the amount times the party size.
             * @example person
             * @enum {string}
             */
            readonly per: "booking" | "person";
        };
        /** @description A kind of people, with its price. */
        readonly SlotUnit: {
            /**
             * @description The name of the unit, to show to people. Absent if the provider states none.
             * @example Child (4 to 12)
             */
            readonly label?: string;
            /**
             * Format: int32
             * @description The highest age. Absent if the provider states none.
             * @example 12
             */
            readonly max_age?: number;
            /**
             * Format: int32
             * @description The lowest age. Absent if the provider states none.
             * @example 4
             */
            readonly min_age?: number;
            /** @description The price of one. Absent if the provider states none. */
            readonly price?: components["schemas"]["BookingPrice"];
            /** @description A kind of people at the venue, such as adult, youth, child, infant, senior, student or family. The units of a slot list those that the venue has. */
            readonly unit: components["schemas"]["UnitName"];
        };
        /** @description The booking is confirmed. A value that differs from the one in the request has become that of the booking. */
        readonly StillConfirmed: {
            /** @description The tickets and vouchers of the guest. If they differ from those of the booking, they replace them, and the caller gets an event. Return the same values each time, so that an address does not change with each read. */
            readonly documents?: readonly {
                /**
                 * @description The form of the value. A format that ends in _url has an http or https address, any other the text of a code.
                 * @example qr_code
                 * @enum {string}
                 */
                readonly format: "qr_code" | "code_128" | "aztec_code" | "pdf_url" | "pkpass_url";
                /**
                 * @description ticket: admits one unit, such as a person. voucher: admits the whole booking.
                 * @example ticket
                 * @enum {string}
                 */
                readonly kind: "ticket" | "voucher";
                /**
                 * @description The person or unit that the document is for, as callers see it.
                 * @example Ada Byron
                 */
                readonly label?: string;
                /**
                 * @description The text of the code, or the address.
                 * @example CRN-1-1
                 */
                readonly value: string;
            }[];
            /** @description The party by kinds of people, for venues with a price for each kind. The sum of the quantities is the party size, at most 50. A venue whose slots have no units books that many people. */
            readonly party?: components["schemas"]["Party"];
            /** @description The number of people. */
            readonly party_size?: components["schemas"]["PartySize"];
            /** @description A slot's identifier from an availability search. Opaque. */
            readonly slot_id?: components["schemas"]["SlotId"];
            /**
             * Format: date-time
             * @description The start of another slot. Without it, the start of that slot is unknown.
             * @example 2030-01-01T19:00:00.000Z
             */
            readonly starts_at?: string;
            /** @enum {string} */
            readonly state: "confirmed";
        };
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
        /**
         * @description A venue's identifier at its provider.
         * @example ven_harbour_table
         */
        readonly VenueId: string;
        /** @description A page of venues. */
        readonly VenuePage: {
            /** @description The venues, at most the limit of the request. */
            readonly data: readonly components["schemas"]["ProviderVenue"][];
            /** @description The service sends this value as cursor to read the next page. null on the last page. */
            readonly next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description The visit is over. The booking stays confirmed, and the service reads it no more. */
        readonly VisitCompleted: {
            /** @enum {string} */
            readonly state: "completed";
        };
    };
    responses: {
        /** @description The body is larger than 16384 bytes. */
        readonly EventTooLarge: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["EventRefusal"];
            };
        };
        /** @description The signature is missing, wrong, too old or too early, or the service has no such supplier. */
        readonly EventUnauthorized: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["EventRefusal"];
            };
        };
        /** @description The body does not match this contract, or its livemode is not that of the secret. Do not repeat it. */
        readonly InvalidEvent: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["EventRefusal"];
            };
        };
        /** @description The body does not match this contract, its livemode is not that of this provider, or the cursor is not one of this search. */
        readonly InvalidRequest: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ProviderError"];
            };
        };
        /** @description The provider requires the last name of the guest. The caller gets 422 missing_last_name. */
        readonly MissingLastName: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ProviderError"];
            };
        };
        /** @description The provider failed. The service sends the request again later. */
        readonly ProviderFault: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ProviderError"];
            };
        };
        /** @description The event is not stored. Send it again later. */
        readonly ServiceUnavailable: {
            headers: {
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["EventRefusal"];
            };
        };
        /** @description The provider does not offer this slot, or no longer does. The caller gets 409 slot_not_offered. */
        readonly SlotNotOffered: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ProviderError"];
            };
        };
        /** @description The provider has sent 600 events in this minute. */
        readonly TooManyEvents: {
            headers: {
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["EventRefusal"];
            };
        };
        /** @description The signature is missing, wrong, or too old. */
        readonly Unauthorized: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ProviderError"];
            };
        };
        /** @description The provider has no such venue. */
        readonly UnknownVenue: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ProviderError"];
            };
        };
    };
    parameters: {
        /**
         * @description The signature of an event, in the form of those of the service, keyed with the same secret. Sign each attempt again.
         * @example t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        readonly EventSignature: string;
        /**
         * @description `t=<unix seconds>,v1=<hex>`, where v1 is the lowercase hex HMAC-SHA256 of `<t>.<raw body>` keyed with the supplier's secret. Each request has its own signature. Verify it over the raw bytes, before parsing.
         * @example t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        readonly ProviderSignature: string;
        /**
         * @description The trace that the request belongs to, as [W3C Trace Context](https://www.w3.org/TR/trace-context/) defines it. Sent if the caller of the service sent one, or if the service traces its work. No signature covers it.
         * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
         */
        readonly TraceParent: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Seconds to wait before a retry.
         * @example 210
         */
        readonly "Retry-After": number;
    };
    pathItems: never;
}
export type Acceptance = components['schemas']['Acceptance'];
export type Amount = components['schemas']['Amount'];
export type AnsweredQuestions = components['schemas']['AnsweredQuestions'];
export type AuthorizedPayment = components['schemas']['AuthorizedPayment'];
export type Book = components['schemas']['Book'];
export type BookingChanged = components['schemas']['BookingChanged'];
export type BookingId = components['schemas']['BookingId'];
export type BookingPrice = components['schemas']['BookingPrice'];
export type BookingReading = components['schemas']['BookingReading'];
export type BookingStatus = components['schemas']['BookingStatus'];
export type CancelledByProvider = components['schemas']['CancelledByProvider'];
export type CheckHold = components['schemas']['CheckHold'];
export type CheckRequest = components['schemas']['CheckRequest'];
export type ConfirmationCode = components['schemas']['ConfirmationCode'];
export type Confirmed = components['schemas']['Confirmed'];
export type ContinueBooking = components['schemas']['ContinueBooking'];
export type Currency = components['schemas']['Currency'];
export type Dropped = components['schemas']['Dropped'];
export type EnteredCode = components['schemas']['EnteredCode'];
export type ErrorMessage = components['schemas']['ErrorMessage'];
export type EventRefusal = components['schemas']['EventRefusal'];
export type Failed = components['schemas']['Failed'];
export type FailureCode = components['schemas']['FailureCode'];
export type Guest = components['schemas']['Guest'];
export type Held = components['schemas']['Held'];
export type Hold = components['schemas']['Hold'];
export type Instant = components['schemas']['Instant'];
export type Livemode = components['schemas']['Livemode'];
export type Metadata = components['schemas']['Metadata'];
export type ModificationOutcome = components['schemas']['ModificationOutcome'];
export type ModificationRefused = components['schemas']['ModificationRefused'];
export type ModificationUnsupported = components['schemas']['ModificationUnsupported'];
export type Modified = components['schemas']['Modified'];
export type Modify = components['schemas']['Modify'];
export type ModifyBooking = components['schemas']['ModifyBooking'];
export type NextCursor = components['schemas']['NextCursor'];
export type OrganizationId = components['schemas']['OrganizationId'];
export type Outcome = components['schemas']['Outcome'];
export type PageLimit = components['schemas']['PageLimit'];
export type Party = components['schemas']['Party'];
export type PartySize = components['schemas']['PartySize'];
export type PartyUnit = components['schemas']['PartyUnit'];
export type Pending = components['schemas']['Pending'];
export type ProviderBooking = components['schemas']['ProviderBooking'];
export type ProviderCursor = components['schemas']['ProviderCursor'];
export type ProviderError = components['schemas']['ProviderError'];
export type ProviderSlot = components['schemas']['ProviderSlot'];
export type ProviderVenue = components['schemas']['ProviderVenue'];
export type Question = components['schemas']['Question'];
export type QuestionOption = components['schemas']['QuestionOption'];
export type ReadBooking = components['schemas']['ReadBooking'];
export type Reference = components['schemas']['Reference'];
export type Release = components['schemas']['Release'];
export type Released = components['schemas']['Released'];
export type RequestedAction = components['schemas']['RequestedAction'];
export type RequestedAnswers = components['schemas']['RequestedAnswers'];
export type RequestedApproval = components['schemas']['RequestedApproval'];
export type RequestedCode = components['schemas']['RequestedCode'];
export type RequiresAction = components['schemas']['RequiresAction'];
export type SearchAvailability = components['schemas']['SearchAvailability'];
export type SearchVenues = components['schemas']['SearchVenues'];
export type SlotId = components['schemas']['SlotId'];
export type SlotPage = components['schemas']['SlotPage'];
export type SlotPrice = components['schemas']['SlotPrice'];
export type SlotUnit = components['schemas']['SlotUnit'];
export type StillConfirmed = components['schemas']['StillConfirmed'];
export type UnitName = components['schemas']['UnitName'];
export type Url = components['schemas']['Url'];
export type VenueId = components['schemas']['VenueId'];
export type VenuePage = components['schemas']['VenuePage'];
export type VisitCompleted = components['schemas']['VisitCompleted'];
export type ResponseEventTooLarge = components['responses']['EventTooLarge'];
export type ResponseEventUnauthorized = components['responses']['EventUnauthorized'];
export type ResponseInvalidEvent = components['responses']['InvalidEvent'];
export type ResponseInvalidRequest = components['responses']['InvalidRequest'];
export type ResponseMissingLastName = components['responses']['MissingLastName'];
export type ResponseProviderFault = components['responses']['ProviderFault'];
export type ResponseServiceUnavailable = components['responses']['ServiceUnavailable'];
export type ResponseSlotNotOffered = components['responses']['SlotNotOffered'];
export type ResponseTooManyEvents = components['responses']['TooManyEvents'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseUnknownVenue = components['responses']['UnknownVenue'];
export type ParameterEventSignature = components['parameters']['EventSignature'];
export type ParameterProviderSignature = components['parameters']['ProviderSignature'];
export type ParameterTraceParent = components['parameters']['TraceParent'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type $defs = Record<string, never>;
export interface operations {
    readonly searchAvailability: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, where v1 is the lowercase hex HMAC-SHA256 of `<t>.<raw body>` keyed with the supplier's secret. Each request has its own signature. Verify it over the raw bytes, before parsing.
                 * @example t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                readonly "Service-Signature": components["parameters"]["ProviderSignature"];
                /**
                 * @description The trace that the request belongs to, as [W3C Trace Context](https://www.w3.org/TR/trace-context/) defines it. Sent if the caller of the service sent one, or if the service traces its work. No signature covers it.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                readonly traceparent?: components["parameters"]["TraceParent"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SearchAvailability"];
            };
        };
        readonly responses: {
            /** @description A page of slots. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SlotPage"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["UnknownVenue"];
            readonly 500: components["responses"]["ProviderFault"];
        };
    };
    readonly book: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, where v1 is the lowercase hex HMAC-SHA256 of `<t>.<raw body>` keyed with the supplier's secret. Each request has its own signature. Verify it over the raw bytes, before parsing.
                 * @example t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                readonly "Service-Signature": components["parameters"]["ProviderSignature"];
                /**
                 * @description The trace that the request belongs to, as [W3C Trace Context](https://www.w3.org/TR/trace-context/) defines it. Sent if the caller of the service sent one, or if the service traces its work. No signature covers it.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                readonly traceparent?: components["parameters"]["TraceParent"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Book"];
            };
        };
        readonly responses: {
            /** @description The outcome of this step. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Outcome"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 500: components["responses"]["ProviderFault"];
        };
    };
    readonly checkRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, where v1 is the lowercase hex HMAC-SHA256 of `<t>.<raw body>` keyed with the supplier's secret. Each request has its own signature. Verify it over the raw bytes, before parsing.
                 * @example t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                readonly "Service-Signature": components["parameters"]["ProviderSignature"];
                /**
                 * @description The trace that the request belongs to, as [W3C Trace Context](https://www.w3.org/TR/trace-context/) defines it. Sent if the caller of the service sent one, or if the service traces its work. No signature covers it.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                readonly traceparent?: components["parameters"]["TraceParent"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CheckRequest"];
            };
        };
        readonly responses: {
            /** @description The booking can be accepted. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Acceptance"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 409: components["responses"]["SlotNotOffered"];
            readonly 422: components["responses"]["MissingLastName"];
            readonly 500: components["responses"]["ProviderFault"];
        };
    };
    readonly checkHold: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, where v1 is the lowercase hex HMAC-SHA256 of `<t>.<raw body>` keyed with the supplier's secret. Each request has its own signature. Verify it over the raw bytes, before parsing.
                 * @example t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                readonly "Service-Signature": components["parameters"]["ProviderSignature"];
                /**
                 * @description The trace that the request belongs to, as [W3C Trace Context](https://www.w3.org/TR/trace-context/) defines it. Sent if the caller of the service sent one, or if the service traces its work. No signature covers it.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                readonly traceparent?: components["parameters"]["TraceParent"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CheckHold"];
            };
        };
        readonly responses: {
            /** @description True if the booking is held. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Hold"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 500: components["responses"]["ProviderFault"];
        };
    };
    readonly modify: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, where v1 is the lowercase hex HMAC-SHA256 of `<t>.<raw body>` keyed with the supplier's secret. Each request has its own signature. Verify it over the raw bytes, before parsing.
                 * @example t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                readonly "Service-Signature": components["parameters"]["ProviderSignature"];
                /**
                 * @description The trace that the request belongs to, as [W3C Trace Context](https://www.w3.org/TR/trace-context/) defines it. Sent if the caller of the service sent one, or if the service traces its work. No signature covers it.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                readonly traceparent?: components["parameters"]["TraceParent"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Modify"];
            };
        };
        readonly responses: {
            /** @description The outcome. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModificationOutcome"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 500: components["responses"]["ProviderFault"];
        };
    };
    readonly readBooking: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, where v1 is the lowercase hex HMAC-SHA256 of `<t>.<raw body>` keyed with the supplier's secret. Each request has its own signature. Verify it over the raw bytes, before parsing.
                 * @example t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                readonly "Service-Signature": components["parameters"]["ProviderSignature"];
                /**
                 * @description The trace that the request belongs to, as [W3C Trace Context](https://www.w3.org/TR/trace-context/) defines it. Sent if the caller of the service sent one, or if the service traces its work. No signature covers it.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                readonly traceparent?: components["parameters"]["TraceParent"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReadBooking"];
            };
        };
        readonly responses: {
            /** @description The state of the booking. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BookingReading"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 500: components["responses"]["ProviderFault"];
        };
    };
    readonly release: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, where v1 is the lowercase hex HMAC-SHA256 of `<t>.<raw body>` keyed with the supplier's secret. Each request has its own signature. Verify it over the raw bytes, before parsing.
                 * @example t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                readonly "Service-Signature": components["parameters"]["ProviderSignature"];
                /**
                 * @description The trace that the request belongs to, as [W3C Trace Context](https://www.w3.org/TR/trace-context/) defines it. Sent if the caller of the service sent one, or if the service traces its work. No signature covers it.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                readonly traceparent?: components["parameters"]["TraceParent"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Release"];
            };
        };
        readonly responses: {
            /** @description The booking is released, or nothing was made for it. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Released"];
                };
            };
            /** @description The booking is released, or nothing was made for it. Everything is returned. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 500: components["responses"]["ProviderFault"];
        };
    };
    readonly searchVenues: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, where v1 is the lowercase hex HMAC-SHA256 of `<t>.<raw body>` keyed with the supplier's secret. Each request has its own signature. Verify it over the raw bytes, before parsing.
                 * @example t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                readonly "Service-Signature": components["parameters"]["ProviderSignature"];
                /**
                 * @description The trace that the request belongs to, as [W3C Trace Context](https://www.w3.org/TR/trace-context/) defines it. Sent if the caller of the service sent one, or if the service traces its work. No signature covers it.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                readonly traceparent?: components["parameters"]["TraceParent"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SearchVenues"];
            };
        };
        readonly responses: {
            /** @description A page of venues. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VenuePage"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 500: components["responses"]["ProviderFault"];
        };
    };
}
