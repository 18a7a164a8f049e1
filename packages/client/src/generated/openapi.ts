// Written from openapi/paths/. Edit that, then run: npm run generate

export interface paths {
    "/v1/availability/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search availability
         * @description Finds the slots that a venue offers on a day for a party size, earliest first. An unknown venue gets not_found.
         */
        post: operations["searchAvailability"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bookings
         * @description Returns the bookings of the organization in the environment of the key, newest first, each in full and in its current state. Filters that are present must all match. A booking that is made while you read pages changes no page. A page may be shorter than its limit, or empty, although another follows: then `has_more` is true and `next_cursor` continues.
         */
        get: operations["listBookings"];
        put?: never;
        /**
         * Create a booking
         * @description Accepts a booking and starts it at the provider. The status in the response is usually processing. If the provider responds immediately, it can be confirmed, failed or requires_action. Send an Idempotency-Key: after a timeout or a 5xx, a request with the same key returns the booking if it was made.
         */
        post: operations["createBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a booking
         * @description Returns the full booking in its current state. A booking left in requires_action for more than 20 minutes is expired.
         */
        get: operations["getBooking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a booking
         * @description Cancels a booking in processing, requires_action or confirmed. If the provider confirms at the same time, the booking ends either cancelled or confirmed. If it ends cancelled, the service releases it at the provider.
         */
        post: operations["cancelBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{id}/continue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Continue a booking
         * @description Sends the input that next_action requests, with the same type. The booking returns to processing. Only a booking in requires_action can be continued.
         */
        post: operations["continueBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bookings/{id}/modify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Modify a booking
         * @description Changes the slot or the party size of a confirmed booking. The booking stays confirmed. A refused modification changes nothing and sends no event. A modification to the current values succeeds and also sends no event, so you can repeat a modification safely.
         */
        post: operations["modifyBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Returns the events of the organization's bookings in the environment of the key, newest first, each with the body that its webhook has. An event is listed whether or not it was delivered, also without a webhook URL. To catch up after an outage, list from some minutes before the last event that you processed, and deduplicate on id. An event is listed for at least 30 days.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event
         * @description Returns an event as its webhook has it, whether or not it was delivered. An event is kept for at least 30 days.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests
         * @description Returns the requests that the organization sent in the environment of the key, newest first, each as a row of a log without its values. A request appears within a few seconds after its response. The log has at most the newest 20000 requests of the environment, by default of the last 7 days. It may lack requests after a crash or under heavy load. A service may log no requests, or only some of those that succeeded. Requests that read the log are not in it.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a request
         * @description Returns a request of the log by the Request-Id of its response. If several requests have the id, because their sender chose it, this is the newest one.
         */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a session
         * @description Starts a verification session and sends a code of 6 digits to the destination. It ends after 10 minutes or 5 wrong codes. Requires a live key. New sessions for one destination are limited: see Limits.
         */
        post: operations["createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a session's card
         * @description Returns the card behind a verified session, never its full number. Requires a live key.
         */
        get: operations["getSessionCard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a session
         * @description Verifies the session with the code the person received. A wrong code gets invalid_code and uses one attempt. Requires a live key.
         */
        post: operations["verifySession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the card
         * @description Returns the card of the organization's latest verified session. Requires a live key.
         */
        get: operations["getCard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/venues/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search venues
         * @description Finds venues by text, city and country. Every field is optional. The result has pages in a stable order. The search covers every provider of the service, one after the other. A provider that fails or is slow does not fail the search: the page names it in `missing_providers`. A page may be shorter than its limit although another follows.
         */
        post: operations["searchVenues"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Format: int64
         * @description An amount of money in the minor unit of its currency, such as cents.
         * @example 5000
         */
        Amount: number;
        /** @description The input for answer_questions. */
        AnsweredQuestions: {
            /**
             * @description The answers, by the id of the question. An optional question may be left out.
             * @example {
             *       "pickup": "central_station"
             *     }
             */
            answers: {
                [key: string]: string;
            };
            /**
             * @description Always `answer_questions`.
             * @constant
             */
            type: "answer_questions";
        };
        /** @description The input for authorize_payment, after the person approved the payment. */
        AuthorizedPayment: {
            /**
             * @description Always `authorize_payment`.
             * @constant
             */
            type: "authorize_payment";
        };
        /** @description The venue, the day and the party to search slots for. Send either party_size or party. */
        AvailabilitySearch: {
            /** @description The next_cursor of the previous page. Opaque. */
            cursor?: components["schemas"]["Cursor"];
            /**
             * Format: date
             * @description The day at the venue, in UTC.
             * @example 2026-11-21
             */
            date: string;
            /** @description The maximum number of entries of a page. */
            limit?: components["schemas"]["PageLimit"];
            /** @description A venue's identifier at its provider. */
            venue_id: components["schemas"]["VenueId"];
        } & ({
            /** @description The party by kinds of people, for venues with a price for each kind. The sum of the quantities is the party size, at most 50. A venue whose slots have no units books that many people. */
            party: components["schemas"]["Party"];
            /** @description Not together with `party`. */
            party_size?: never;
        } | {
            /** @description Not together with `party_size`. */
            party?: never;
            /** @description The number of people. */
            party_size: components["schemas"]["PartySize"];
        });
        /** @description A booking in full. */
        Booking: {
            /** @description The cancellation policy, as the provider stated it when the booking was created. A modification may set a new one. Absent if the provider stated none. */
            cancellation?: components["schemas"]["CancellationPolicy"];
            /** @description true: the slot is checked, and the booking waits for confirm_booking in requires_action. The provider books after that, so the slot may be taken meanwhile. Not with payment_collection. */
            confirm_later?: components["schemas"]["ConfirmLater"];
            /** @description The provider's reference, to show at the venue. */
            confirmation_code?: components["schemas"]["ConfirmationCode"];
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            created: components["schemas"]["Instant"];
            /** @description The tickets and vouchers of a confirmed booking. A ticket may occur in several formats. Absent if the provider has sent none. They may arrive later than the confirmation, with booking.modified. */
            documents?: components["schemas"]["BookingDocument"][];
            /** @description The reason why the booking failed. Tolerate unknown codes. */
            error_code?: components["schemas"]["BookingErrorCode"];
            /** @description A message for people. Branch on the code, not on this text. */
            error_message?: components["schemas"]["ErrorMessage"];
            /** @description The time at which the booking expires, if its status is requires_action. */
            expires_at?: components["schemas"]["Instant"];
            /** @description The guest of the booking, as sent. */
            guest: components["schemas"]["BookingGuest"];
            /** @description A booking's identifier. */
            id: components["schemas"]["BookingId"];
            /** @description The latest modification that succeeded. */
            last_modification?: components["schemas"]["LastModification"];
            /** @description true if a live key created the resource, false if a test key did. */
            livemode: components["schemas"]["Livemode"];
            /** @description The caller's own data, returned unchanged. Up to 20 keys of 40 characters, with values of up to 500 characters. */
            metadata: components["schemas"]["Metadata"];
            /** @description The input that the booking needs. Send it with continue and the same type. Tolerate unknown types: the booking waits for the input until expires_at. */
            next_action?: components["schemas"]["NextAction"];
            /**
             * @description Always `booking`.
             * @constant
             */
            object: "booking";
            /** @description The party by kinds of people, as sent. Absent if the caller sent a party_size only. */
            party?: components["schemas"]["BookingParty"];
            /** @description The number of people. */
            party_size: components["schemas"]["PartySize"];
            /** @description The payment that the card service collects. Absent if the venue takes the payment itself. */
            payment?: components["schemas"]["BookingPayment"];
            /** @description Who collects the card payment. If omitted, the venue collects it. */
            payment_collection?: components["schemas"]["PaymentCollection"];
            /** @description The price of the booking in total, as the provider stated it when the booking was created. A modification may set a new one. Absent if the provider stated none. */
            price?: components["schemas"]["BookingPrice"];
            /** @description Name of the provider that handles the booking. */
            provider: components["schemas"]["Provider"];
            /** @description A slot's identifier from an availability search. Opaque. */
            slot_id: components["schemas"]["SlotId"];
            /** @description The start of the slot, as the provider stated it. Absent if it stated none. */
            starts_at?: components["schemas"]["Instant"];
            /** @description The status of the booking. failed, cancelled and expired are final. Tolerate unknown statuses. */
            status: components["schemas"]["BookingStatus"];
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            updated: components["schemas"]["Instant"];
            /** @description A venue's identifier at its provider. */
            venue_id: components["schemas"]["VenueId"];
            /** @description An absolute http or https address. */
            webhook_url?: components["schemas"]["Url"];
        };
        /** @description The values that a modification set. */
        BookingChanges: {
            /** @description The party by kinds of people, as sent. Absent if the caller sent a party_size only. */
            party?: components["schemas"]["BookingParty"];
            /** @description The number of people. */
            party_size?: components["schemas"]["PartySize"];
            /** @description A slot's identifier from an availability search. Opaque. */
            slot_id?: components["schemas"]["SlotId"];
        };
        /** @description A ticket or voucher of the guest, in one format. Who has its value can use it, so treat it like a password. */
        BookingDocument: {
            /**
             * @description How to show the value. qr_code, code_128 and aztec_code: the text that the code contains. A format that ends in _url: an http or https address to open. Tolerate unknown formats.
             * @example qr_code
             * @enum {string}
             */
            format: "qr_code" | "code_128" | "aztec_code" | "pdf_url" | "pkpass_url";
            /**
             * @description ticket: admits one unit, such as a person. voucher: admits the whole booking. Tolerate unknown kinds.
             * @example ticket
             * @enum {string}
             */
            kind: "ticket" | "voucher";
            /**
             * @description The person or unit that the document is for. Absent if it is for the whole booking, or if the provider states none.
             * @example Guest 1
             */
            label?: string;
            /**
             * @description The text of the code, or the address.
             * @example SBX-5F0C1F2E-1
             */
            value: string;
        };
        /**
         * @description The reason why the booking failed. Tolerate unknown codes.
         * @example slot_not_offered
         * @enum {string}
         */
        BookingErrorCode: "card_declined" | "invalid_code" | "payment_approval_expired" | "payment_declined" | "payment_outcome_unknown" | "payment_replay_failed" | "provider_failed" | "slot_not_offered";
        /** @description The guest of the booking, as sent. */
        BookingGuest: {
            /**
             * Format: email
             * @description The guest's e-mail address for the provider. It is in ASCII (RFC 5321): an internationalized domain is sent in its ASCII form, such as xn--mller-kva.test.
             * @example ada@diner.test
             */
            email: string;
            /**
             * @description Given name.
             * @example Ada
             */
            first_name: string;
            /**
             * @description Family name. Some providers require it.
             * @example Byron
             */
            last_name?: string;
            /**
             * @description In E.164 form.
             * @example +351210000000
             */
            phone?: string;
        };
        /**
         * @description A booking's identifier.
         * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        BookingId: string;
        /** @description A page of bookings, newest first. */
        BookingList: {
            /** @description The bookings of this page. */
            data: components["schemas"]["Booking"][];
            /**
             * @description True if another page follows.
             * @example false
             */
            has_more: boolean;
            /** @description Send this value as cursor to read the next page. null on the last page. */
            next_cursor: components["schemas"]["Cursor"] | null;
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
        };
        /** @description The party by kinds of people, as sent. Absent if the caller sent a party_size only. */
        BookingParty: components["schemas"]["BookingPartyUnit"][];
        /** @description The number of people of one kind, as sent. */
        BookingPartyUnit: {
            /**
             * Format: int32
             * @description The number of people of this kind.
             * @example 2
             */
            quantity: number;
            /** @description A kind of people at the venue, such as adult, youth, child, infant, senior, student or family. The units of a slot list those that the venue has. */
            unit: components["schemas"]["UnitName"];
        };
        /** @description The payment that the card service collects. Absent if the venue takes the payment itself. */
        BookingPayment: {
            /** @description The amount to take, which is the booking's price at its creation. */
            amount: components["schemas"]["Amount"];
            /** @description What was taken, if it is less than the amount, for example because a part was captured by hand. Absent otherwise. */
            amount_captured?: components["schemas"]["Amount"];
            /** @description The part of the amount that was returned. */
            amount_refunded: components["schemas"]["Amount"];
            /** @description The code of the currency in ISO 4217. */
            currency: components["schemas"]["Currency"];
            /** @description The card service's own reference to the payment, to find it there. */
            reference: components["schemas"]["PaymentReference"];
            /** @description The time by which refund_due is decided. Until then the provider can state what a cancel of a confirmed booking returns. Then the cancellation policy decides. Absent for any other booking. */
            refund_decided_by?: components["schemas"]["Instant"];
            /** @description The sum of the refunds that the end of the booking owes. amount_refunded reaches it once the card service has returned it. Absent before it is decided, and if nothing was taken. */
            refund_due?: components["schemas"]["Amount"];
            /** @description The sum of the refunds that the operator asked for. amount_refunded reaches it once the card service has returned it. Absent if the operator asked for none. */
            refund_requested?: components["schemas"]["Amount"];
            /** @description The time at which the card service had returned what the end of the booking owed. Absent before that, and if nothing of the amount was kept. */
            settled_at?: components["schemas"]["Instant"];
            /** @description The status of the payment. voided and refunded are final. Tolerate unknown statuses. */
            status: components["schemas"]["PaymentStatus"];
        };
        /** @description The price of the booking in total, as the provider stated it when the booking was created. A modification may set a new one. Absent if the provider stated none. */
        BookingPrice: {
            /** @description An amount of money in the minor unit of its currency, such as cents. */
            amount: components["schemas"]["Amount"];
            /** @description The code of the currency in ISO 4217. */
            currency: components["schemas"]["Currency"];
        };
        /**
         * @description The status of the booking. failed, cancelled and expired are final. Tolerate unknown statuses.
         * @example confirmed
         * @enum {string}
         */
        BookingStatus: "processing" | "requires_action" | "confirmed" | "failed" | "cancelled" | "expired";
        /** @description The part of a booking that webhooks contain. Read the full booking with getBooking. */
        BookingSummary: {
            /** @description The reason why the booking failed. Tolerate unknown codes. */
            error_code?: components["schemas"]["BookingErrorCode"];
            /** @description A message for people. Branch on the code, not on this text. */
            error_message?: components["schemas"]["ErrorMessage"];
            /** @description A booking's identifier. */
            id: components["schemas"]["BookingId"];
            /** @description The latest modification that succeeded. */
            last_modification?: components["schemas"]["LastModification"];
            /** @description The input that the booking needs. Send it with continue and the same type. Tolerate unknown types: the booking waits for the input until expires_at. */
            next_action?: components["schemas"]["NextAction"];
            /**
             * @description Always `booking`.
             * @constant
             */
            object: "booking";
            /** @description Name of the provider that handles the booking. */
            provider: components["schemas"]["Provider"];
            /** @description The status of the booking. failed, cancelled and expired are final. Tolerate unknown statuses. */
            status: components["schemas"]["BookingStatus"];
        };
        /** @description An empty object. The body may also be omitted. */
        CancelBooking: Record<string, never>;
        /** @description What a cancel of the booking returns, as the provider states it. */
        CancellationPolicy: {
            /** @description Until this time, a cancel returns the whole price. */
            free_until: components["schemas"]["Instant"];
            /**
             * Format: int32
             * @description The part of the price that a later cancel returns, in percent.
             * @example 50
             */
            late_refund_percent: number;
            /**
             * Format: int32
             * @description The part of the price that the cancel of this booking returns by its policy, in percent. The provider may state another one when it releases the booking; payment.amount_refunded is what was returned. Only of a booking that its caller cancelled after it was confirmed.
             * @example 50
             */
            refund_percent?: number;
        };
        /** @description The card behind a verified session. Never a full number. */
        Card: {
            /**
             * @description The card's scheme.
             * @example visa
             */
            brand: string;
            /**
             * Format: int32
             * @description Month of expiry.
             * @example 4
             */
            exp_month: number;
            /**
             * Format: int32
             * @description Year of expiry.
             * @example 2030
             */
            exp_year: number;
            /**
             * @description The last 4 digits.
             * @example 4242
             */
            last4: string;
            /**
             * @description Always `card`.
             * @constant
             */
            object: "card";
            /** @description A verification session's identifier. */
            session_id: components["schemas"]["SessionId"];
        };
        /**
         * @description The channel that sends the code. Tolerate unknown channels.
         * @example email
         * @enum {string}
         */
        Channel: "email" | "sms";
        /** @description A refusal with its code in error_code. */
        CodedError: {
            /** @description With invalid_request, one entry per invalid field. */
            details?: components["schemas"]["ErrorDetail"][];
            /** @description A message for people. Branch on the code, not on this text. */
            error: components["schemas"]["ErrorMessage"];
            /** @description The stable name of the refusal. Branch on it. Tolerate unknown codes. */
            error_code: components["schemas"]["ErrorCode"];
            /** @description The identifier of the request. Quote it when you report a problem. */
            request_id: components["schemas"]["RequestId"];
        };
        /**
         * @description The provider's reference, to show at the venue.
         * @example SBX-5F0C1F2E
         */
        ConfirmationCode: string;
        /** @description The input for confirm_booking. */
        ConfirmedByCaller: {
            /** @description Replaces the guest of the booking. */
            guest?: components["schemas"]["Guest"];
            /** @description Replaces the metadata of the booking. */
            metadata?: components["schemas"]["Metadata"];
            /**
             * @description Always `confirm_booking`.
             * @constant
             */
            type: "confirm_booking";
        };
        /**
         * @description true: the slot is checked, and the booking waits for confirm_booking in requires_action. The provider books after that, so the slot may be taken meanwhile. Not with payment_collection.
         * @default false
         * @example true
         */
        ConfirmLater: boolean;
        /** @description The input for the booking's next_action, of the same type. */
        ContinueBooking: components["schemas"]["EnteredCode"] | components["schemas"]["AuthorizedPayment"] | components["schemas"]["ConfirmedByCaller"] | components["schemas"]["AnsweredQuestions"];
        /** @description A booking to make. Send either party_size or party. */
        CreateBooking: {
            /** @description true: the slot is checked, and the booking waits for confirm_booking in requires_action. The provider books after that, so the slot may be taken meanwhile. Not with payment_collection. */
            confirm_later?: components["schemas"]["ConfirmLater"];
            /** @description The guest of the booking. */
            guest: components["schemas"]["Guest"];
            /** @description The caller's own data, returned unchanged. Up to 20 keys of 40 characters, with values of up to 500 characters. */
            metadata?: components["schemas"]["Metadata"];
            /** @description Who collects the card payment. If omitted, the venue collects it. */
            payment_collection?: components["schemas"]["PaymentCollection"];
            /** @description A slot's identifier from an availability search. Opaque. */
            slot_id: components["schemas"]["SlotId"];
            /** @description A venue's identifier at its provider. */
            venue_id: components["schemas"]["VenueId"];
            /** @description Stored and returned, but not used for delivery. The service delivers to the organization's webhook URL. */
            webhook_url?: components["schemas"]["Url"];
        } & ({
            /** @description The party by kinds of people, for venues with a price for each kind. The sum of the quantities is the party size, at most 50. A venue whose slots have no units books that many people. */
            party: components["schemas"]["Party"];
            /** @description Not together with `party`. */
            party_size?: never;
        } | {
            /** @description Not together with `party_size`. */
            party?: never;
            /** @description The number of people. */
            party_size: components["schemas"]["PartySize"];
        });
        /** @description The destination of the code. */
        CreateSession: components["schemas"]["EmailDestination"] | components["schemas"]["PhoneDestination"];
        /**
         * @description The code of the currency in ISO 4217.
         * @example EUR
         */
        Currency: string;
        /**
         * @description The next_cursor of the previous page. Opaque.
         * @example MjA
         */
        Cursor: string;
        /** @description The code goes to an email address. */
        EmailDestination: {
            /**
             * @description Always `email`.
             * @constant
             */
            channel: "email";
            /**
             * Format: email
             * @description An email address in ASCII (RFC 5321). An internationalized domain is sent in its ASCII form, such as xn--mller-kva.test.
             * @example ada@diner.test
             */
            destination: string;
        };
        /** @description The input for enter_code. */
        EnteredCode: {
            /**
             * @description The code the person received.
             * @example 424242
             */
            code: string;
            /**
             * @description Always `enter_code`.
             * @constant
             */
            type: "enter_code";
        };
        /** @description Every refusal. The field error is always present. */
        ErrorBody: components["schemas"]["OlderError"] | components["schemas"]["CodedError"];
        /**
         * @description The stable name of the refusal. Branch on it. Tolerate unknown codes.
         * @example not_found
         * @enum {string}
         */
        ErrorCode: "availability_failed" | "billing_check_unavailable" | "cardservice_disabled" | "entitlement_check_unavailable" | "internal_error" | "invalid_code" | "invalid_request" | "invalid_state" | "live_key_required" | "method_not_allowed" | "missing_last_name" | "modification_refused" | "modify_unsupported" | "no_search_provider" | "not_found" | "org_suspended" | "payload_too_large" | "payment_setup_failed" | "reconnect_required" | "search_failed" | "service_unavailable" | "session_expired" | "session_not_verified" | "slot_not_offered" | "too_many_attempts" | "unsupported_media_type" | "vault_unavailable" | "wrong_key_environment";
        /** @description One field that does not match the contract. */
        ErrorDetail: {
            /**
             * @description The part of the request.
             * @example body
             * @enum {string}
             */
            in: "body" | "path" | "query" | "header";
            /**
             * @description The problem with the field.
             * @example must be >= 1
             */
            message: string;
            /**
             * @description A JSON pointer in the body, or the name of the parameter or header.
             * @example /party_size
             */
            path: string;
        };
        /**
         * @description A message for people. Branch on the code, not on this text.
         * @example The provider does not offer this slot, or no longer does.
         */
        ErrorMessage: string;
        /** @description The subject of the event. */
        EventData: {
            /** @description The part of a booking that webhooks contain. Read the full booking with getBooking. */
            object: components["schemas"]["BookingSummary"];
        };
        /**
         * @description An event's identifier, unique per event. Deduplicate on it.
         * @example evt_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        EventId: string;
        /** @description A page of events, newest first. */
        EventList: {
            /** @description The events of this page. */
            data: components["schemas"]["ListedEvent"][];
            /**
             * @description True if another page follows.
             * @example false
             */
            has_more: boolean;
            /** @description Send this value as cursor to read the next page. null on the last page. */
            next_cursor: components["schemas"]["Cursor"] | null;
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
        };
        /**
         * @description The type of an event. Tolerate unknown types.
         * @example booking.confirmed
         * @enum {string}
         */
        EventType: "booking.created" | "booking.requires_action" | "booking.processing" | "booking.confirmed" | "booking.failed" | "booking.cancelled" | "booking.modified";
        /**
         * @description The types of events.
         * @example [
         *       "booking.confirmed"
         *     ]
         */
        EventTypes: components["schemas"]["KnownEventType"][];
        /** @description The guest of the booking. */
        Guest: {
            /**
             * Format: email
             * @description The guest's e-mail address for the provider. It is in ASCII (RFC 5321): an internationalized domain is sent in its ASCII form, such as xn--mller-kva.test.
             * @example ada@diner.test
             */
            email: string;
            /**
             * @description Given name.
             * @example Ada
             */
            first_name: string;
            /**
             * @description Family name. Some providers require it.
             * @example Byron
             */
            last_name?: string;
            /**
             * @description In E.164 form.
             * @example +351210000000
             */
            phone?: string;
        };
        /**
         * Format: int32
         * @description An HTTP status.
         * @example 429
         */
        HttpStatus: number;
        /**
         * Format: date-time
         * @description An RFC 3339 instant in UTC, with milliseconds.
         * @example 2026-11-21T09:30:00.000Z
         */
        Instant: string;
        /**
         * Format: date-time
         * @description An RFC 3339 instant, in UTC or with an offset. A leap second is refused.
         * @example 2026-11-21T00:00:00Z
         */
        InstantFilter: string;
        /**
         * @description The type of an event.
         * @example booking.confirmed
         * @enum {string}
         */
        KnownEventType: "booking.created" | "booking.requires_action" | "booking.processing" | "booking.confirmed" | "booking.failed" | "booking.cancelled" | "booking.modified";
        /** @description The latest modification that succeeded. */
        LastModification: {
            /** @description The values that a modification set. */
            changes: components["schemas"]["BookingChanges"];
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            modified_at: components["schemas"]["Instant"];
        };
        /** @description An event of a booking, with the body that its webhook has. Tolerate unknown types. */
        ListedEvent: {
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            created: components["schemas"]["Instant"];
            /** @description The subject of the event. */
            data: components["schemas"]["EventData"];
            /** @description An event's identifier, unique per event. Deduplicate on it. */
            id: components["schemas"]["EventId"];
            /** @description The type of an event. Tolerate unknown types. */
            type: components["schemas"]["EventType"];
        };
        /**
         * @description true if a live key created the resource, false if a test key did.
         * @example false
         */
        Livemode: boolean;
        /** @description A request of the organization, as the log has it. It contains no query, no header and no body. */
        LoggedRequest: {
            /** @description The booking that the request created, read or changed. null if there is none. */
            booking_id: components["schemas"]["BookingId"] | null;
            /** @description The time at which the request arrived. */
            created: components["schemas"]["Instant"];
            /** @description The code of the refusal. null if the request was not refused. */
            error_code: components["schemas"]["RefusalCode"] | null;
            /** @description The identifier of the request, as in the header Request-Id of its response. */
            id: components["schemas"]["RequestId"];
            /** @description The Idempotency-Key of a create. null if the request had none. */
            idempotency_key: components["schemas"]["SentIdempotencyKey"] | null;
            /**
             * @description The id of the API key that sent the request. It is not the key.
             * @example key_5f0c1f2e3d4b4a5968778695a4b3c2d1
             */
            key_id: string;
            /**
             * Format: int32
             * @description The time from the request to the end of its response.
             * @example 12
             */
            latency_ms: number;
            /**
             * @description true if a live key sent the request, false if a test key did.
             * @example false
             */
            livemode: boolean;
            /**
             * @description The HTTP method.
             * @example POST
             */
            method: string;
            /**
             * @description Always `request`.
             * @constant
             */
            object: "request";
            /**
             * @description The operationId of this contract. Tolerate unknown operations.
             * @example createBooking
             */
            operation: string;
            /**
             * @description The path as this contract writes it, with the names of its parameters instead of their values.
             * @example /v1/bookings
             */
            path: string;
            /** @description The status of the response. null if the connection was closed before the response. */
            status: components["schemas"]["HttpStatus"] | null;
        };
        /** @description A page of requests, newest first. */
        LoggedRequestList: {
            /** @description The requests of this page. */
            data: components["schemas"]["LoggedRequest"][];
            /**
             * @description True if another page follows.
             * @example false
             */
            has_more: boolean;
            /** @description Send this value as cursor to read the next page. null on the last page. */
            next_cursor: components["schemas"]["Cursor"] | null;
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
        };
        /**
         * @description The caller's own data, returned unchanged. Up to 20 keys of 40 characters, with values of up to 500 characters.
         * @example {
         *       "table_note": "by the window"
         *     }
         */
        Metadata: {
            [key: string]: string;
        };
        /**
         * @description Values that the metadata of a booking must have.
         * @example {
         *       "order": "1041"
         *     }
         */
        MetadataFilter: {
            [key: string]: string;
        };
        /** @description The new values, at least one. Send at most one of party_size and party. */
        ModifyBooking: {
            /** @description The party by kinds of people, for venues with a price for each kind. The sum of the quantities is the party size, at most 50. A venue whose slots have no units books that many people. */
            party?: components["schemas"]["Party"];
            /** @description The number of people. */
            party_size?: components["schemas"]["PartySize"];
            /** @description A slot's identifier from an availability search. Opaque. */
            slot_id?: components["schemas"]["SlotId"];
        };
        /** @description The input that the booking needs. Send it with continue and the same type. Tolerate unknown types: the booking waits for the input until expires_at. */
        NextAction: {
            /** @description The channel that sends the code. Tolerate unknown channels. */
            channel: components["schemas"]["Channel"];
            /**
             * @description The masked destination of the code.
             * @example a***@diner.test
             */
            destination: string;
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            expires_at: components["schemas"]["Instant"];
            /**
             * @description In a sandbox, the code that was sent, to continue the booking with. Absent elsewhere.
             * @example 424242
             */
            test_code?: string;
            /**
             * @description enter_code: a code was sent to the person. authorize_payment: the person approves the payment at the URL. confirm_booking: the caller confirms a booking that was created with confirm_later. answer_questions: the person or the caller answers questions of the provider, such as where to be picked up.
             * @constant
             */
            type: "enter_code";
        } | {
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            expires_at: components["schemas"]["Instant"];
            /**
             * @description enter_code: a code was sent to the person. authorize_payment: the person approves the payment at the URL. confirm_booking: the caller confirms a booking that was created with confirm_later. answer_questions: the person or the caller answers questions of the provider, such as where to be picked up.
             * @constant
             */
            type: "authorize_payment";
            /** @description An absolute http or https address. */
            url: components["schemas"]["Url"];
        } | {
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            expires_at: components["schemas"]["Instant"];
            /**
             * @description enter_code: a code was sent to the person. authorize_payment: the person approves the payment at the URL. confirm_booking: the caller confirms a booking that was created with confirm_later. answer_questions: the person or the caller answers questions of the provider, such as where to be picked up.
             * @constant
             */
            type: "confirm_booking";
        } | {
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            expires_at: components["schemas"]["Instant"];
            /** @description The questions to answer. */
            questions: components["schemas"]["Question"][];
            /**
             * @description enter_code: a code was sent to the person. authorize_payment: the person approves the payment at the URL. confirm_booking: the caller confirms a booking that was created with confirm_later. answer_questions: the person or the caller answers questions of the provider, such as where to be picked up.
             * @constant
             */
            type: "answer_questions";
        };
        /** @description One of the older refusals. The code is the value of the field error. */
        OlderError: {
            /** @description The codes that are values of the field error. */
            error: components["schemas"]["OlderErrorCode"];
            /** @description The identifier of the request. Quote it when you report a problem. */
            request_id: components["schemas"]["RequestId"];
        };
        /**
         * @description The codes that are values of the field error.
         * @example unauthorized
         * @enum {string}
         */
        OlderErrorCode: "billing_required" | "free_tier_exhausted" | "insufficient_scope" | "rate_limited" | "unauthorized";
        /**
         * Format: int32
         * @description The maximum number of entries of a page.
         * @default 20
         * @example 20
         */
        PageLimit: number;
        /** @description The party by kinds of people, for venues with a price for each kind. The sum of the quantities is the party size, at most 50. A venue whose slots have no units books that many people. */
        Party: components["schemas"]["PartyUnit"][];
        /**
         * Format: int32
         * @description The number of people.
         * @example 2
         */
        PartySize: number;
        /** @description The number of people of one kind. */
        PartyUnit: {
            /**
             * Format: int32
             * @description The number of people of this kind.
             * @example 2
             */
            quantity: number;
            /** @description A kind of people at the venue, such as adult, youth, child, infant, senior, student or family. The units of a slot list those that the venue has. */
            unit: components["schemas"]["UnitName"];
        };
        /**
         * @description Who collects the card payment. If omitted, the venue collects it.
         * @constant
         */
        PaymentCollection: "cardservice_external";
        /**
         * @description The card service's own reference to the payment, to find it there.
         * @example cs_test_a1b2c3d4
         */
        PaymentReference: string;
        /**
         * @description The status of the payment. voided and refunded are final. Tolerate unknown statuses.
         * @example captured
         * @enum {string}
         */
        PaymentStatus: "requires_approval" | "authorized" | "captured" | "voided" | "refunded" | "unknown";
        /** @description The code goes to a phone. */
        PhoneDestination: {
            /**
             * @description Always `sms`.
             * @constant
             */
            channel: "sms";
            /**
             * @description A phone number in E.164 form.
             * @example +351210000000
             */
            destination: string;
        };
        /**
         * @description Name of the provider that handles the booking.
         * @example sandbox
         */
        Provider: string;
        /** @description A question of the provider. */
        Question: {
            /**
             * @description The name of the answer. The question about the pickup has the id pickup.
             * @example pickup
             */
            id: string;
            /**
             * @description The question, to show to the person.
             * @example Where should we pick you up?
             */
            label: string;
            /** @description The possible answers of a choice. Absent for a text. */
            options?: components["schemas"]["QuestionOption"][];
            /**
             * @description True if the question must be answered.
             * @example true
             */
            required: boolean;
            /**
             * @description text: any text. choice: the value of one of the options. Tolerate unknown types: they accept a text.
             * @example choice
             * @enum {string}
             */
            type: "text" | "choice";
        };
        /** @description A possible answer. */
        QuestionOption: {
            /**
             * @description The answer, to show to the person.
             * @example Central station, 08:40
             */
            label: string;
            /**
             * @description The answer to send.
             * @example central_station
             */
            value: string;
        };
        /**
         * @description A code of the error catalogue. Tolerate unknown codes.
         * @example rate_limited
         */
        RefusalCode: string;
        /**
         * @description The identifier of the request. Quote it when you report a problem.
         * @example req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e
         */
        RequestId: string;
        /**
         * @description The Idempotency-Key of a request.
         * @example 4f1c7a52-order-1041
         */
        SentIdempotencyKey: string;
        /** @description A verification session. It ends after 10 minutes or 5 wrong codes. */
        Session: {
            /**
             * Format: int32
             * @description The number of remaining attempts.
             * @example 5
             */
            attempts_left: number;
            /** @description The channel that sends the code. Tolerate unknown channels. */
            channel: components["schemas"]["Channel"];
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            created: components["schemas"]["Instant"];
            /**
             * @description The masked destination of the code.
             * @example a***@diner.test
             */
            destination: string;
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            expires_at: components["schemas"]["Instant"];
            /** @description A verification session's identifier. */
            id: components["schemas"]["SessionId"];
            /**
             * @description Always `session`.
             * @constant
             */
            object: "session";
            /**
             * @description The status of the session. Tolerate unknown statuses.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "verified" | "expired";
        };
        /**
         * @description A verification session's identifier.
         * @example ses_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        SessionId: string;
        /** @description A time at which a venue offers a table or place. */
        Slot: {
            /** @description The cancellation policy of a booking of this slot. Absent if the provider states none. */
            cancellation?: components["schemas"]["CancellationPolicy"];
            /**
             * Format: int32
             * @description The duration of the slot in minutes.
             * @example 90
             */
            duration_minutes: number;
            /** @description A slot's identifier from an availability search. Opaque. */
            id: components["schemas"]["SlotId"];
            /** @description The number of people. */
            max_party_size: components["schemas"]["PartySize"];
            /** @description Additions of the provider, such as a room. Information only. */
            metadata?: components["schemas"]["Metadata"];
            /** @description The number of people. */
            min_party_size: components["schemas"]["PartySize"];
            /**
             * @description Always `slot`.
             * @constant
             */
            object: "slot";
            /** @description The price of the slot for the party size of the search. Absent if the provider states none. The price of a booking is the one in the booking. */
            price?: components["schemas"]["SlotPrice"];
            /** @description An RFC 3339 instant in UTC, with milliseconds. */
            starts_at: components["schemas"]["Instant"];
            /** @description The kinds of people of the venue, each with its own ages and price. Send them as party. Absent if the venue has one kind only. */
            units?: components["schemas"]["SlotUnit"][];
            /** @description A venue's identifier at its provider. */
            venue_id: components["schemas"]["VenueId"];
        };
        /**
         * @description A slot's identifier from an availability search. Opaque.
         * @example slt_harbour_table_20261121T1900
         */
        SlotId: string;
        /** @description A page of slots, earliest first. */
        SlotList: {
            /** @description The slots of this page. */
            data: components["schemas"]["Slot"][];
            /**
             * @description True if another page follows.
             * @example false
             */
            has_more: boolean;
            /** @description Send this value as cursor to read the next page. null on the last page. */
            next_cursor: components["schemas"]["Cursor"] | null;
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
        };
        /** @description The price of the slot for the party size of the search. Absent if the provider states none. The price of a booking is the one in the booking. */
        SlotPrice: {
            /** @description An amount of money in the minor unit of its currency, such as cents. */
            amount: components["schemas"]["Amount"];
            /** @description The code of the currency in ISO 4217. */
            currency: components["schemas"]["Currency"];
            /**
             * @description booking: the amount is the total. person: the total is the amount times the party size.
             * @example person
             * @enum {string}
             */
            per: "booking" | "person";
        };
        /** @description A kind of people, with its price. */
        SlotUnit: {
            /**
             * @description The name of the unit, to show to people. Absent if the provider states none.
             * @example Child (4 to 12)
             */
            label?: string;
            /**
             * Format: int32
             * @description The highest age. Absent if the provider states none.
             * @example 12
             */
            max_age?: number;
            /**
             * Format: int32
             * @description The lowest age. Absent if the provider states none.
             * @example 4
             */
            min_age?: number;
            /** @description The price of one. Absent if the provider states none. */
            price?: components["schemas"]["BookingPrice"];
            /** @description A kind of people at the venue, such as adult, youth, child, infant, senior, student or family. The units of a slot list those that the venue has. */
            unit: components["schemas"]["UnitName"];
        };
        /**
         * @description The first digit of an HTTP status.
         * @example 4xx
         * @enum {string}
         */
        StatusClass: "2xx" | "4xx" | "5xx";
        /**
         * @description A kind of people at the venue, such as adult, youth, child, infant, senior, student or family. The units of a slot list those that the venue has.
         * @example adult
         */
        UnitName: string;
        /**
         * Format: uri
         * @description An absolute http or https address.
         * @example https://hooks.diner.test/bookings
         */
        Url: string;
        /** @description A place that takes bookings through a provider. */
        Venue: {
            /**
             * @description The city of the venue.
             * @example Lisbon
             */
            city: string;
            /**
             * @description Its country, ISO 3166-1 alpha-2.
             * @example PT
             */
            country: string;
            /** @description A venue's identifier at its provider. */
            id: components["schemas"]["VenueId"];
            /**
             * @description The venue's name.
             * @example Harbour Table
             */
            name: string;
            /**
             * @description Always `venue`.
             * @constant
             */
            object: "venue";
            /** @description Name of the provider that handles the booking. */
            provider: components["schemas"]["Provider"];
        };
        /**
         * @description A venue's identifier at its provider.
         * @example ven_harbour_table
         */
        VenueId: string;
        /** @description A page of venues. */
        VenueList: {
            /** @description The venues of this page. */
            data: components["schemas"]["Venue"][];
            /**
             * @description True if another page follows.
             * @example false
             */
            has_more: boolean;
            /** @description The providers that failed or took too long, so that their venues are missing from this page and from the pages after it. Absent if there are none. Repeat the search later to see their venues. */
            missing_providers?: components["schemas"]["Provider"][];
            /** @description Send this value as cursor to read the next page. null on the last page. */
            next_cursor: components["schemas"]["Cursor"] | null;
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
        };
        /** @description The search criteria. Each field narrows the result. */
        VenueSearch: {
            /**
             * @description The city's name.
             * @example Lisbon
             */
            city?: string;
            /**
             * @description ISO 3166-1 alpha-2.
             * @example PT
             */
            country?: string;
            /** @description The next_cursor of the previous page. Opaque. */
            cursor?: components["schemas"]["Cursor"];
            /** @description The maximum number of entries of a page. */
            limit?: components["schemas"]["PageLimit"];
            /**
             * @description Text to find in the venue's name.
             * @example harbour
             */
            query?: string;
        };
        /** @description The code the person received. */
        VerifySession: {
            /**
             * @description 6 digits.
             * @example 424242
             */
            code: string;
        };
    };
    responses: {
        /** @description The provider failed the search. */
        AvailabilityFailed: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CodedError"];
            };
        };
        /** @description Billing does not allow the request. */
        BillingRequired: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderError"];
            };
        };
        /** @description The key does not allow this operation. */
        Forbidden: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The key does not allow this operation, or the card service is not enabled. */
        ForbiddenBooking: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The key does not allow this operation, or the card service is not enabled. */
        ForbiddenCard: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The service failed unexpectedly. */
        InternalError: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit-known"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining-known"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset-known"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CodedError"];
            };
        };
        /** @description A parameter does not match the contract, or the cursor is of another list or of other filters. */
        InvalidListRequest: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CodedError"];
            };
        };
        /** @description The request does not match the contract. details names each invalid field. */
        InvalidRequest: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CodedError"];
            };
        };
        /** @description The booking's status does not allow this. error names the status. */
        InvalidState: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CodedError"];
            };
        };
        /** @description The provider requires the guest's last name. No booking was made. */
        MissingLastName: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CodedError"];
            };
        };
        /** @description The modification is refused. The booking is unchanged. */
        ModificationRefused: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CodedError"];
            };
        };
        /** @description There is no such resource. */
        NotFound: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CodedError"];
            };
        };
        /** @description The body is larger than 65536 bytes. */
        PayloadTooLarge: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CodedError"];
            };
        };
        /** @description Billing or the test allowance does not allow the request. */
        PaymentRequired: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderError"];
            };
        };
        /** @description The booking has no price, or the card service could not set up the payment. No booking was made. */
        PaymentSetupFailed: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CodedError"];
            };
        };
        /** @description The organization's limit for this window is used up, or the service works on too many of its requests at the same time. */
        RateLimited: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderError"];
            };
        };
        /** @description The organization's limit for this window is used up, or too many sessions were created for this destination. No code was sent. */
        RateLimitedSession: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                "Retry-After": components["headers"]["Retry-After-session"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderError"];
            };
        };
        /** @description No card is linked to the session, or the card service dropped the link. */
        ReconnectRequired: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CodedError"];
            };
        };
        /** @description The provider failed the search. */
        SearchFailed: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CodedError"];
            };
        };
        /** @description The session is not verified, or no card is linked to it, or no longer. */
        SessionNotVerified: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CodedError"];
            };
        };
        /** @description The code is wrong, or the session has ended. */
        SessionRefused: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CodedError"];
            };
        };
        /** @description The provider does not offer the slot. No booking was made. */
        SlotNotOffered: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CodedError"];
            };
        };
        /** @description The API key is missing, unknown or revoked. */
        Unauthorized: {
            headers: {
                Link: components["headers"]["Link"];
                "Request-Id": components["headers"]["Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OlderError"];
            };
        };
        /** @description The service is temporarily unavailable. */
        Unavailable: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit-known"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining-known"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset-known"];
                "Request-Id": components["headers"]["Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CodedError"];
            };
        };
        /** @description The card vault or the service is temporarily unavailable. After vault_unavailable, no booking was made. */
        UnavailableBooking: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit-known"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining-known"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset-known"];
                "Request-Id": components["headers"]["Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CodedError"];
            };
        };
        /** @description The service, the billing check or the entitlement check is temporarily unavailable. */
        UnavailableOrUnchecked: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit-known"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining-known"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset-known"];
                "Request-Id": components["headers"]["Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CodedError"];
            };
        };
        /** @description No provider with a venue search is available, or the service is temporarily unavailable. */
        UnavailableSearch: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit-known"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining-known"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset-known"];
                "Request-Id": components["headers"]["Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CodedError"];
            };
        };
        /** @description The body is not JSON in UTF-8. */
        UnsupportedMediaType: {
            headers: {
                Link: components["headers"]["Link"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CodedError"];
            };
        };
    };
    parameters: {
        /**
         * @description The booking's id.
         * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        BookingIdInPath: components["schemas"]["BookingId"];
        /**
         * @description Your own identifier of the request. The service replaces a value that does not match `^req_[0-9A-Za-z]{8,64}$`.
         * @example req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e
         */
        CallerRequestId: string;
        /**
         * @description Only entries created before this time.
         * @example 2026-11-22T00:00:00Z
         */
        CreatedBefore: components["schemas"]["InstantFilter"];
        /**
         * @description Only entries created from this time.
         * @example 2026-11-21T00:00:00Z
         */
        CreatedFrom: components["schemas"]["InstantFilter"];
        /**
         * @description The event's id.
         * @example evt_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        EventIdInPath: components["schemas"]["EventId"];
        /**
         * @description Makes a create safe to retry. The same key returns the booking that it first created, and starts nothing new. A key belongs to the organization and the environment and never expires. The body is not compared.
         * @example 4f1c7a52-order-1041
         */
        IdempotencyKey: string;
        /**
         * @description The next_cursor of the page before, of a request with the same filters. Omit it for the first page.
         * @example MjA
         */
        PageCursor: components["schemas"]["Cursor"];
        /**
         * @description The maximum number of entries of the page.
         * @example 20
         */
        PageSize: components["schemas"]["PageLimit"];
        /**
         * @description The identifier of the request, from the header Request-Id of its response.
         * @example req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e
         */
        RequestIdInPath: components["schemas"]["RequestId"];
        /**
         * @description `t=<unix seconds>,v1=<hex>`, where v1 is the lowercase hex HMAC-SHA256 of `<t>.<raw body>` keyed with the organization's signing secret. Each attempt has its own signature. Verify it over the raw bytes, before parsing.
         * @example t=1795253400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        ServiceSignature: string;
        /**
         * @description The session's id.
         * @example ses_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        SessionIdInPath: components["schemas"]["SessionId"];
        /**
         * @description The trace of the request that caused the event, as [W3C Trace Context](https://www.w3.org/TR/trace-context/) defines it. Sent if the caller of that request sent one, or if the service traces its work. No signature covers it.
         * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
         */
        TraceParent: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The methods that the path supports.
         * @example POST
         */
        Allow: string;
        /**
         * @description An earlier request with the same Idempotency-Key made the booking.
         * @example true
         */
        "Idempotent-Replayed": "true";
        /**
         * @description The page of the error code in the docs of this service, with the message of the code as its title. A service that does not serve its docs omits it.
         * @example </docs/errors/invalid_request>; rel="help"; title="The request does not match the contract."
         */
        Link: string;
        /**
         * @description The URL of the booking.
         * @example /v1/bookings/bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
         */
        Location: string;
        /**
         * @description Units of this window for the organization. A metered request is one unit; x-limits.reads states the cost of a read.
         * @example 300
         */
        "RateLimit-Limit": number;
        /**
         * @description Units of this window for the organization. A metered request is one unit; x-limits.reads states the cost of a read. Absent if the failure came before the organization was known.
         * @example 300
         */
        "RateLimit-Limit-known": number;
        /**
         * @description Units that remain in this window.
         * @example 299
         */
        "RateLimit-Remaining": number;
        /**
         * @description Units that remain in this window. Absent if the failure came before the organization was known.
         * @example 299
         */
        "RateLimit-Remaining-known": number;
        /**
         * @description Seconds until the window ends.
         * @example 210
         */
        "RateLimit-Reset": number;
        /**
         * @description Seconds until the window ends. Absent if the failure came before the organization was known.
         * @example 210
         */
        "RateLimit-Reset-known": number;
        /**
         * @description The identifier of the request. Quote it when you report a problem.
         * @example req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e
         */
        "Request-Id": components["schemas"]["RequestId"];
        /**
         * @description Seconds to wait before a retry.
         * @example 210
         */
        "Retry-After": number;
        /**
         * @description Seconds to wait before a retry: until the window ends, or until a new session for this destination is allowed, which may take a day.
         * @example 420
         */
        "Retry-After-session": number;
        /**
         * @description The way to authenticate (RFC 6750).
         * @example Bearer
         */
        "WWW-Authenticate": "Bearer";
    };
    pathItems: never;
}
export type Amount = components['schemas']['Amount'];
export type AnsweredQuestions = components['schemas']['AnsweredQuestions'];
export type AuthorizedPayment = components['schemas']['AuthorizedPayment'];
export type AvailabilitySearch = components['schemas']['AvailabilitySearch'];
export type Booking = components['schemas']['Booking'];
export type BookingChanges = components['schemas']['BookingChanges'];
export type BookingDocument = components['schemas']['BookingDocument'];
export type BookingErrorCode = components['schemas']['BookingErrorCode'];
export type BookingGuest = components['schemas']['BookingGuest'];
export type BookingId = components['schemas']['BookingId'];
export type BookingList = components['schemas']['BookingList'];
export type BookingParty = components['schemas']['BookingParty'];
export type BookingPartyUnit = components['schemas']['BookingPartyUnit'];
export type BookingPayment = components['schemas']['BookingPayment'];
export type BookingPrice = components['schemas']['BookingPrice'];
export type BookingStatus = components['schemas']['BookingStatus'];
export type BookingSummary = components['schemas']['BookingSummary'];
export type CancelBooking = components['schemas']['CancelBooking'];
export type CancellationPolicy = components['schemas']['CancellationPolicy'];
export type Card = components['schemas']['Card'];
export type Channel = components['schemas']['Channel'];
export type CodedError = components['schemas']['CodedError'];
export type ConfirmationCode = components['schemas']['ConfirmationCode'];
export type ConfirmedByCaller = components['schemas']['ConfirmedByCaller'];
export type ConfirmLater = components['schemas']['ConfirmLater'];
export type ContinueBooking = components['schemas']['ContinueBooking'];
export type CreateBooking = components['schemas']['CreateBooking'];
export type CreateSession = components['schemas']['CreateSession'];
export type Currency = components['schemas']['Currency'];
export type Cursor = components['schemas']['Cursor'];
export type EmailDestination = components['schemas']['EmailDestination'];
export type EnteredCode = components['schemas']['EnteredCode'];
export type ErrorBody = components['schemas']['ErrorBody'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type ErrorDetail = components['schemas']['ErrorDetail'];
export type ErrorMessage = components['schemas']['ErrorMessage'];
export type EventData = components['schemas']['EventData'];
export type EventId = components['schemas']['EventId'];
export type EventList = components['schemas']['EventList'];
export type EventType = components['schemas']['EventType'];
export type EventTypes = components['schemas']['EventTypes'];
export type Guest = components['schemas']['Guest'];
export type HttpStatus = components['schemas']['HttpStatus'];
export type Instant = components['schemas']['Instant'];
export type InstantFilter = components['schemas']['InstantFilter'];
export type KnownEventType = components['schemas']['KnownEventType'];
export type LastModification = components['schemas']['LastModification'];
export type ListedEvent = components['schemas']['ListedEvent'];
export type Livemode = components['schemas']['Livemode'];
export type LoggedRequest = components['schemas']['LoggedRequest'];
export type LoggedRequestList = components['schemas']['LoggedRequestList'];
export type Metadata = components['schemas']['Metadata'];
export type MetadataFilter = components['schemas']['MetadataFilter'];
export type ModifyBooking = components['schemas']['ModifyBooking'];
export type NextAction = components['schemas']['NextAction'];
export type OlderError = components['schemas']['OlderError'];
export type OlderErrorCode = components['schemas']['OlderErrorCode'];
export type PageLimit = components['schemas']['PageLimit'];
export type Party = components['schemas']['Party'];
export type PartySize = components['schemas']['PartySize'];
export type PartyUnit = components['schemas']['PartyUnit'];
export type PaymentCollection = components['schemas']['PaymentCollection'];
export type PaymentReference = components['schemas']['PaymentReference'];
export type PaymentStatus = components['schemas']['PaymentStatus'];
export type PhoneDestination = components['schemas']['PhoneDestination'];
export type Provider = components['schemas']['Provider'];
export type Question = components['schemas']['Question'];
export type QuestionOption = components['schemas']['QuestionOption'];
export type RefusalCode = components['schemas']['RefusalCode'];
export type RequestId = components['schemas']['RequestId'];
export type SentIdempotencyKey = components['schemas']['SentIdempotencyKey'];
export type Session = components['schemas']['Session'];
export type SessionId = components['schemas']['SessionId'];
export type Slot = components['schemas']['Slot'];
export type SlotId = components['schemas']['SlotId'];
export type SlotList = components['schemas']['SlotList'];
export type SlotPrice = components['schemas']['SlotPrice'];
export type SlotUnit = components['schemas']['SlotUnit'];
export type StatusClass = components['schemas']['StatusClass'];
export type UnitName = components['schemas']['UnitName'];
export type Url = components['schemas']['Url'];
export type Venue = components['schemas']['Venue'];
export type VenueId = components['schemas']['VenueId'];
export type VenueList = components['schemas']['VenueList'];
export type VenueSearch = components['schemas']['VenueSearch'];
export type VerifySession = components['schemas']['VerifySession'];
export type ResponseAvailabilityFailed = components['responses']['AvailabilityFailed'];
export type ResponseBillingRequired = components['responses']['BillingRequired'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseForbiddenBooking = components['responses']['ForbiddenBooking'];
export type ResponseForbiddenCard = components['responses']['ForbiddenCard'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseInvalidListRequest = components['responses']['InvalidListRequest'];
export type ResponseInvalidRequest = components['responses']['InvalidRequest'];
export type ResponseInvalidState = components['responses']['InvalidState'];
export type ResponseMissingLastName = components['responses']['MissingLastName'];
export type ResponseModificationRefused = components['responses']['ModificationRefused'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponsePaymentRequired = components['responses']['PaymentRequired'];
export type ResponsePaymentSetupFailed = components['responses']['PaymentSetupFailed'];
export type ResponseRateLimited = components['responses']['RateLimited'];
export type ResponseRateLimitedSession = components['responses']['RateLimitedSession'];
export type ResponseReconnectRequired = components['responses']['ReconnectRequired'];
export type ResponseSearchFailed = components['responses']['SearchFailed'];
export type ResponseSessionNotVerified = components['responses']['SessionNotVerified'];
export type ResponseSessionRefused = components['responses']['SessionRefused'];
export type ResponseSlotNotOffered = components['responses']['SlotNotOffered'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ResponseUnavailableBooking = components['responses']['UnavailableBooking'];
export type ResponseUnavailableOrUnchecked = components['responses']['UnavailableOrUnchecked'];
export type ResponseUnavailableSearch = components['responses']['UnavailableSearch'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ParameterBookingIdInPath = components['parameters']['BookingIdInPath'];
export type ParameterCallerRequestId = components['parameters']['CallerRequestId'];
export type ParameterCreatedBefore = components['parameters']['CreatedBefore'];
export type ParameterCreatedFrom = components['parameters']['CreatedFrom'];
export type ParameterEventIdInPath = components['parameters']['EventIdInPath'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type ParameterPageCursor = components['parameters']['PageCursor'];
export type ParameterPageSize = components['parameters']['PageSize'];
export type ParameterRequestIdInPath = components['parameters']['RequestIdInPath'];
export type ParameterServiceSignature = components['parameters']['ServiceSignature'];
export type ParameterSessionIdInPath = components['parameters']['SessionIdInPath'];
export type ParameterTraceParent = components['parameters']['TraceParent'];
export type HeaderAllow = components['headers']['Allow'];
export type HeaderIdempotentReplayed = components['headers']['Idempotent-Replayed'];
export type HeaderLink = components['headers']['Link'];
export type HeaderLocation = components['headers']['Location'];
export type HeaderRateLimitLimit = components['headers']['RateLimit-Limit'];
export type HeaderRateLimitLimitKnown = components['headers']['RateLimit-Limit-known'];
export type HeaderRateLimitRemaining = components['headers']['RateLimit-Remaining'];
export type HeaderRateLimitRemainingKnown = components['headers']['RateLimit-Remaining-known'];
export type HeaderRateLimitReset = components['headers']['RateLimit-Reset'];
export type HeaderRateLimitResetKnown = components['headers']['RateLimit-Reset-known'];
export type HeaderRequestId = components['headers']['Request-Id'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type HeaderRetryAfterSession = components['headers']['Retry-After-session'];
export type HeaderWwwAuthenticate = components['headers']['WWW-Authenticate'];
export type $defs = Record<string, never>;
export interface operations {
    searchAvailability: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier of the request. The service replaces a value that does not match `^req_[0-9A-Za-z]{8,64}$`.
                 * @example req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e
                 */
                "Request-Id"?: components["parameters"]["CallerRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AvailabilitySearch"];
            };
        };
        responses: {
            /** @description A page of slots. */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlotList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["AvailabilityFailed"];
            503: components["responses"]["UnavailableOrUnchecked"];
        };
    };
    listBookings: {
        parameters: {
            query?: {
                /**
                 * @description Only entries created before this time.
                 * @example 2026-11-22T00:00:00Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Only entries created from this time.
                 * @example 2026-11-21T00:00:00Z
                 */
                created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description The next_cursor of the page before, of a request with the same filters. Omit it for the first page.
                 * @example MjA
                 */
                cursor?: components["parameters"]["PageCursor"];
                /**
                 * @description The maximum number of entries of the page.
                 * @example 20
                 */
                limit?: components["parameters"]["PageSize"];
                /**
                 * @description Only bookings whose metadata has each of these values. `metadata[order]=1041` finds the bookings that were created with the metadata `{"order":"1041"}`, whatever else their metadata has. A page compares at most 200 bookings. Add `created_from` if the organization has many: without it a search for a rare value reads all of them, page by page.
                 * @example {
                 *       "order": "1041"
                 *     }
                 */
                metadata?: components["schemas"]["MetadataFilter"];
                /**
                 * @description Only bookings with this status.
                 * @example confirmed
                 */
                status?: "processing" | "requires_action" | "confirmed" | "failed" | "cancelled" | "expired";
            };
            header?: {
                /**
                 * @description Your own identifier of the request. The service replaces a value that does not match `^req_[0-9A-Za-z]{8,64}$`.
                 * @example req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e
                 */
                "Request-Id"?: components["parameters"]["CallerRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of bookings. */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingList"];
                };
            };
            400: components["responses"]["InvalidListRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createBooking: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a create safe to retry. The same key returns the booking that it first created, and starts nothing new. A key belongs to the organization and the environment and never expires. The body is not compared.
                 * @example 4f1c7a52-order-1041
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Your own identifier of the request. The service replaces a value that does not match `^req_[0-9A-Za-z]{8,64}$`.
                 * @example req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e
                 */
                "Request-Id"?: components["parameters"]["CallerRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBooking"];
            };
        };
        responses: {
            /** @description The booking first created with this Idempotency-Key, in its current state. */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    Location: components["headers"]["Location"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            /** @description The booking was accepted. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["ForbiddenBooking"];
            409: components["responses"]["SlotNotOffered"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["MissingLastName"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["PaymentSetupFailed"];
            503: components["responses"]["UnavailableBooking"];
        };
    };
    getBooking: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier of the request. The service replaces a value that does not match `^req_[0-9A-Za-z]{8,64}$`.
                 * @example req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e
                 */
                "Request-Id"?: components["parameters"]["CallerRequestId"];
            };
            path: {
                /**
                 * @description The booking's id.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                id: components["parameters"]["BookingIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The booking. */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelBooking: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier of the request. The service replaces a value that does not match `^req_[0-9A-Za-z]{8,64}$`.
                 * @example req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e
                 */
                "Request-Id"?: components["parameters"]["CallerRequestId"];
            };
            path: {
                /**
                 * @description The booking's id.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                id: components["parameters"]["BookingIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CancelBooking"];
            };
        };
        responses: {
            /** @description The booking, cancelled. */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["UnavailableOrUnchecked"];
        };
    };
    continueBooking: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier of the request. The service replaces a value that does not match `^req_[0-9A-Za-z]{8,64}$`.
                 * @example req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e
                 */
                "Request-Id"?: components["parameters"]["CallerRequestId"];
            };
            path: {
                /**
                 * @description The booking's id.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                id: components["parameters"]["BookingIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContinueBooking"];
            };
        };
        responses: {
            /** @description The booking, processing again. */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["UnavailableOrUnchecked"];
        };
    };
    modifyBooking: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier of the request. The service replaces a value that does not match `^req_[0-9A-Za-z]{8,64}$`.
                 * @example req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e
                 */
                "Request-Id"?: components["parameters"]["CallerRequestId"];
            };
            path: {
                /**
                 * @description The booking's id.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                id: components["parameters"]["BookingIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModifyBooking"];
            };
        };
        responses: {
            /** @description The booking, modified. */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ModificationRefused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["UnavailableOrUnchecked"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Only events of this booking.
                 * @example bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                booking_id?: components["schemas"]["BookingId"];
                /**
                 * @description Only entries created before this time.
                 * @example 2026-11-22T00:00:00Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Only entries created from this time.
                 * @example 2026-11-21T00:00:00Z
                 */
                created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description The next_cursor of the page before, of a request with the same filters. Omit it for the first page.
                 * @example MjA
                 */
                cursor?: components["parameters"]["PageCursor"];
                /**
                 * @description The maximum number of entries of the page.
                 * @example 20
                 */
                limit?: components["parameters"]["PageSize"];
                /**
                 * @description Only events of this type. Repeat it for several types.
                 * @example [
                 *       "booking.confirmed",
                 *       "booking.failed"
                 *     ]
                 */
                type?: components["schemas"]["EventTypes"];
            };
            header?: {
                /**
                 * @description Your own identifier of the request. The service replaces a value that does not match `^req_[0-9A-Za-z]{8,64}$`.
                 * @example req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e
                 */
                "Request-Id"?: components["parameters"]["CallerRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            400: components["responses"]["InvalidListRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier of the request. The service replaces a value that does not match `^req_[0-9A-Za-z]{8,64}$`.
                 * @example req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e
                 */
                "Request-Id"?: components["parameters"]["CallerRequestId"];
            };
            path: {
                /**
                 * @description The event's id.
                 * @example evt_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                id: components["parameters"]["EventIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedEvent"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /**
                 * @description Only entries created before this time.
                 * @example 2026-11-22T00:00:00Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Only entries created from this time.
                 * @example 2026-11-21T00:00:00Z
                 */
                created_from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description The next_cursor of the page before, of a request with the same filters. Omit it for the first page.
                 * @example MjA
                 */
                cursor?: components["parameters"]["PageCursor"];
                /**
                 * @description Only requests that were refused with this code.
                 * @example rate_limited
                 */
                error_code?: components["schemas"]["RefusalCode"];
                /**
                 * @description Only requests with this Idempotency-Key.
                 * @example 4f1c7a52-order-1041
                 */
                idempotency_key?: components["schemas"]["SentIdempotencyKey"];
                /**
                 * @description The maximum number of entries of the page.
                 * @example 20
                 */
                limit?: components["parameters"]["PageSize"];
                /**
                 * @description Only requests of this operation, by its operationId.
                 * @example createBooking
                 */
                operation?: string;
                /**
                 * @description Only requests with this status.
                 * @example 429
                 */
                status?: components["schemas"]["HttpStatus"];
                /**
                 * @description Only requests whose status begins with this digit.
                 * @example 4xx
                 */
                status_class?: components["schemas"]["StatusClass"];
            };
            header?: {
                /**
                 * @description Your own identifier of the request. The service replaces a value that does not match `^req_[0-9A-Za-z]{8,64}$`.
                 * @example req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e
                 */
                "Request-Id"?: components["parameters"]["CallerRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of requests. */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoggedRequestList"];
                };
            };
            400: components["responses"]["InvalidListRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier of the request. The service replaces a value that does not match `^req_[0-9A-Za-z]{8,64}$`.
                 * @example req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e
                 */
                "Request-Id"?: components["parameters"]["CallerRequestId"];
            };
            path: {
                /**
                 * @description The identifier of the request, from the header Request-Id of its response.
                 * @example req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e
                 */
                id: components["parameters"]["RequestIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoggedRequest"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier of the request. The service replaces a value that does not match `^req_[0-9A-Za-z]{8,64}$`.
                 * @example req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e
                 */
                "Request-Id"?: components["parameters"]["CallerRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSession"];
            };
        };
        responses: {
            /** @description The session. The code was sent. */
            201: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["BillingRequired"];
            403: components["responses"]["ForbiddenCard"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimitedSession"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["UnavailableOrUnchecked"];
        };
    };
    getSessionCard: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier of the request. The service replaces a value that does not match `^req_[0-9A-Za-z]{8,64}$`.
                 * @example req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e
                 */
                "Request-Id"?: components["parameters"]["CallerRequestId"];
            };
            path: {
                /**
                 * @description The session's id.
                 * @example ses_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                id: components["parameters"]["SessionIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The card. */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Card"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["BillingRequired"];
            403: components["responses"]["ForbiddenCard"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["SessionNotVerified"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["UnavailableOrUnchecked"];
        };
    };
    verifySession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier of the request. The service replaces a value that does not match `^req_[0-9A-Za-z]{8,64}$`.
                 * @example req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e
                 */
                "Request-Id"?: components["parameters"]["CallerRequestId"];
            };
            path: {
                /**
                 * @description The session's id.
                 * @example ses_5f0c1f2e3d4b4a5968778695a4b3c2d1
                 */
                id: components["parameters"]["SessionIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifySession"];
            };
        };
        responses: {
            /** @description The session, verified. */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["BillingRequired"];
            403: components["responses"]["ForbiddenCard"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["SessionRefused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["UnavailableOrUnchecked"];
        };
    };
    getCard: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier of the request. The service replaces a value that does not match `^req_[0-9A-Za-z]{8,64}$`.
                 * @example req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e
                 */
                "Request-Id"?: components["parameters"]["CallerRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The card. */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Card"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["BillingRequired"];
            403: components["responses"]["ForbiddenCard"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReconnectRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["UnavailableOrUnchecked"];
        };
    };
    searchVenues: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own identifier of the request. The service replaces a value that does not match `^req_[0-9A-Za-z]{8,64}$`.
                 * @example req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e
                 */
                "Request-Id"?: components["parameters"]["CallerRequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VenueSearch"];
            };
        };
        responses: {
            /** @description A page of venues. */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VenueList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["SearchFailed"];
            503: components["responses"]["UnavailableSearch"];
        };
    };
}
