// Written from @octocloud/types. Edit that, then run: npm run generate

export interface paths {
    "/availability/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Availabilities_AvailabilityCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/availability/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Availabilities_AvailabilityCalendar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Bookings_GetBookings"];
        put?: never;
        post: operations["Bookings_BookingReservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookings/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Bookings_GetBooking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["Bookings_BookingUpdate"];
        trace?: never;
    };
    "/bookings/{uuid}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Bookings_BookingCancellation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookings/{uuid}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Bookings_BookingConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookings/{uuid}/extend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Bookings_ExtendReservation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capabilities/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Capabilities_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Products_GetProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Products_GetProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supplier/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Suppliers_get"];
        put?: never;
        post?: never;
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
        Availability: {
            allDay: boolean;
            available: boolean;
            capacity: number | null;
            id: string;
            localDateTimeEnd: string;
            localDateTimeStart: string;
            maxUnits: number | null;
            openingHours: components["schemas"]["OpeningHours"][];
            pricing?: components["schemas"]["Pricing"];
            shortDescription?: string;
            status: components["schemas"]["AvailabilityStatus"];
            title?: string | null;
            unitPricing?: components["schemas"]["PricingUnit"][];
            /** Format: date-time */
            utcCutoffAt: string;
            vacancies: number | null;
        };
        AvailabilityCalendar: {
            available: boolean;
            capacity: number | null;
            localDate: string;
            openingHours: components["schemas"]["OpeningHours"][];
            pricingFrom?: components["schemas"]["Pricing"];
            status: components["schemas"]["AvailabilityStatus"];
            unitPricingFrom?: components["schemas"]["PricingUnit"][];
            vacancies: number | null;
        };
        AvailabilityCalendarBody: {
            currency?: string | null;
            localDateEnd?: string;
            localDateStart?: string;
            optionId: string;
            productId: string;
            units?: components["schemas"]["AvailabilityUnit"][];
        };
        AvailabilityCalendarPricing: {
            pricingFrom?: components["schemas"]["Pricing"];
            unitPricingFrom?: components["schemas"]["PricingUnit"][];
        };
        AvailabilityCalendarPricingBody: {
            currency?: string | null;
        };
        AvailabilityCalendarRequest: {
            body: components["schemas"]["AvailabilityCalendarBody"];
        };
        AvailabilityCheckBody: {
            availabilityIds?: string[];
            currency?: string | null;
            localDateEnd?: string;
            localDateStart?: string;
            optionId: string;
            productId: string;
            units?: components["schemas"]["AvailabilityUnit"][];
        };
        AvailabilityCheckRequest: {
            body: components["schemas"]["AvailabilityCheckBody"];
        };
        AvailabilityContent: {
            shortDescription?: string;
            title?: string | null;
        };
        AvailabilityPricing: {
            pricing?: components["schemas"]["Pricing"];
            unitPricing?: components["schemas"]["PricingUnit"][];
        };
        AvailabilityPricingBody: {
            currency?: string | null;
        };
        /** @enum {string} */
        AvailabilityStatus: "AVAILABLE" | "FREESALE" | "SOLD_OUT" | "LIMITED" | "CLOSED";
        /** @enum {string} */
        AvailabilityType: "START_TIME" | "OPENING_HOURS";
        AvailabilityUnit: {
            id: string;
            quantity: number;
        };
        BaseError: {
            error: string;
            errorMessage: string;
        };
        Booking: {
            availability: components["schemas"]["Availability"] | null;
            availabilityId: string | null;
            cancellable: boolean;
            cancellation: components["schemas"]["BookingCancellation"] | null;
            contact: components["schemas"]["Contact"];
            deliveryMethods: components["schemas"]["DeliveryMethod"][];
            freesale: boolean;
            id: string;
            notes: string | null;
            option?: components["schemas"]["Option"];
            optionId: string;
            pricing?: components["schemas"]["Pricing"];
            product?: components["schemas"]["Product"];
            productId: string;
            resellerReference: string | null;
            status: components["schemas"]["BookingStatus"];
            supplierReference: string | null;
            testMode: boolean;
            unitItems: components["schemas"]["UnitItem"][];
            /** Format: date-time */
            utcConfirmedAt: string | null;
            /** Format: date-time */
            utcCreatedAt: string;
            /** Format: date-time */
            utcExpiresAt: string | null;
            /** Format: date-time */
            utcRedeemedAt: string | null;
            /** Format: date-time */
            utcUpdatedAt: string;
            /** Format: uuid */
            uuid: string;
            voucher: components["schemas"]["Ticket"] | null;
        };
        BookingCancellation: {
            reason: string | null;
            refund: components["schemas"]["Refund"];
            /** Format: date-time */
            utcCancelledAt: string;
        };
        BookingCancellationBody: {
            force?: boolean;
            reason?: string | null;
        };
        BookingCancellationPathParams: {
            uuid: string;
        };
        BookingConfirmationBody: {
            contact: components["schemas"]["BookingContact"];
            emailReceipt?: boolean;
            resellerReference?: string;
            unitItems?: components["schemas"]["BookingUnitItem"][];
        };
        BookingConfirmationPathParams: {
            uuid: string;
        };
        BookingContact: {
            country?: string | null;
            /** Format: email */
            emailAddress?: string | null;
            firstName?: string | null;
            fullName?: string | null;
            lastName?: string | null;
            locales?: string[];
            notes?: string | null;
            phoneNumber?: string | null;
            postalCode?: string | null;
        };
        BookingPricing: {
            pricing?: components["schemas"]["Pricing"];
        };
        BookingReservationBody: {
            availabilityId?: string;
            contact?: components["schemas"]["BookingContact"];
            currency?: string | null;
            expirationMinutes?: number;
            notes?: string | null;
            optionId: string;
            productId: string;
            resellerReference?: string;
            unitItems: components["schemas"]["BookingUnitItem"][];
            /** Format: uuid */
            uuid?: string;
        };
        BookingReservationPricingBody: {
            currency?: string | null;
        };
        BookingReservationRequest: {
            body: components["schemas"]["BookingReservationBody"];
        };
        /** @enum {string} */
        BookingStatus: "ON_HOLD" | "CONFIRMED" | "EXPIRED" | "CANCELLED" | "REDEEMED" | "PENDING" | "REJECTED";
        BookingUnitItem: {
            contact?: components["schemas"]["BookingContact"];
            resellerReference?: string;
            unitId: string;
            /** Format: uuid */
            uuid?: string;
        };
        BookingUpdateBody: {
            availabilityId?: string;
            contact?: components["schemas"]["BookingContact"];
            emailReceipt?: boolean;
            expirationMinutes?: number;
            notes?: string | null;
            optionId?: string;
            productId?: string;
            resellerReference?: string;
            unitItems?: components["schemas"]["BookingUnitItem"][];
        };
        BookingUpdatePathParams: {
            uuid: string;
        };
        Capability: {
            dependencies: components["schemas"]["CapabilityId"][];
            docs: string | null;
            id: components["schemas"]["CapabilityId"];
            required: boolean;
            /** Format: int32 */
            revision: number;
        };
        /** @enum {string} */
        CapabilityId: "octo/adjustments" | "octo/cart" | "octo/content" | "octo/mappings" | "octo/packages" | "octo/pickups" | "octo/pricing" | "octo/offers" | "octo/questions" | "octo/webhooks";
        /** @enum {string} */
        CategoryLabel: "multi-day" | "city-cards" | "adults-only" | "animals" | "audio-guide" | "beaches" | "bike-tours" | "boat-tours" | "classes" | "day-trips" | "family-friendly" | "fast-track" | "food" | "guided-tours" | "history" | "hop-on-hop-off" | "literature" | "live-music" | "museums" | "nightlife" | "outdoors" | "private-tours" | "romantic" | "recurring-events" | "self-guided" | "small-group-tours" | "sports" | "theme-parks" | "walking-tours" | "wheelchair-accessible" | "accommodation-included" | "trip-difficulty-easy" | "trip-difficulty-medium" | "trip-difficulty-hard";
        Commentary: {
            format: components["schemas"]["CommentaryFormat"];
            language: string;
        };
        /** @enum {string} */
        CommentaryFormat: "IN_PERSON" | "RECORDED_AUDIO" | "WRITTEN" | "OTHER";
        Contact: {
            country: string | null;
            /** Format: email */
            emailAddress: string | null;
            firstName: string | null;
            fullName: string | null;
            lastName: string | null;
            locales: string[];
            notes: string | null;
            phoneNumber: string | null;
            postalCode: string | null;
        };
        /** @enum {string} */
        ContactField: "firstName" | "lastName" | "emailAddress" | "phoneNumber" | "country" | "notes" | "locales" | "allowMarketing" | "postalCode";
        /** @enum {string} */
        DeliveryFormat: "PDF_URL" | "QRCODE" | "CODE128" | "PKPASS_URL" | "AZTECCODE";
        /** @enum {string} */
        DeliveryMethod: "VOUCHER" | "TICKET";
        DeliveryOption: {
            deliveryFormat: components["schemas"]["DeliveryFormat"];
            deliveryValue: string;
        };
        /** @enum {string} */
        DurationUnit: "minute" | "hour" | "day";
        ErrorBadRequest: components["schemas"]["BaseError"];
        ErrorForbidden: components["schemas"]["BaseError"];
        ErrorInternalServerError: components["schemas"]["BaseError"];
        ErrorInvalidAvailabilityID: {
            availabilityId: string;
        } & components["schemas"]["BaseError"];
        ErrorInvalidBookingUUID: {
            uuid: string;
        } & components["schemas"]["BaseError"];
        ErrorInvalidOptionID: {
            optionId: string;
        } & components["schemas"]["BaseError"];
        ErrorInvalidProductID: {
            productId: string;
        } & components["schemas"]["BaseError"];
        ErrorInvalidUnitID: {
            unitId: string;
        } & components["schemas"]["BaseError"];
        ErrorUnauthorized: components["schemas"]["BaseError"];
        ErrorUnprocessableEntity: components["schemas"]["BaseError"];
        ExtendReservationBody: {
            expirationMinutes?: number;
        };
        ExtendReservationPathParams: {
            uuid: string;
        };
        FAQ: {
            answer: string;
            question: string;
        };
        Feature: {
            shortDescription: string | null;
            type: components["schemas"]["FeatureType"];
        };
        /** @enum {string} */
        FeatureType: "INCLUSION" | "EXCLUSION" | "HIGHLIGHT" | "PREBOOKING_INFORMATION" | "PREARRIVAL_INFORMATION" | "REDEMPTION_INSTRUCTION" | "ACCESSIBILITY_INFORMATION" | "ADDITIONAL_INFORMATION" | "BOOKING_TERM" | "CANCELLATION_TERM";
        GetBookingsQueryParams: {
            resellerReference?: string;
            supplierReference?: string;
        };
        GetBookingsRequest: {
            resellerReference?: string;
            supplierReference?: string;
        };
        GetProductPathParams: {
            id: string;
        };
        GetProductsRequest: Record<string, never>;
        GetSupplierRequest: Record<string, never>;
        Identifiers: {
            amapPlaceId: string | null;
            applePlaceId: string | null;
            baiduPlaceId: string | null;
            facebookPlaceId: string | null;
            foursquarePlaceId: string | null;
            googlePlaceId: string | null;
            tripadvisorLocationId: string | null;
            yelpPlaceId: string | null;
        };
        ListCapabilitiesRequest: Record<string, never>;
        ListCapabilitiesRequestHeaders: Record<string, never>;
        Location: {
            minutesAt: number | null;
            minutesTo: number | null;
            place: components["schemas"]["Place"];
            shortDescription: string | null;
            title: string | null;
            types: components["schemas"]["LocationType"][];
        };
        /** @enum {string} */
        LocationType: "START" | "ITINERARY_ITEM" | "POINT_OF_INTEREST" | "ADMISSION_INCLUDED" | "END" | "REDEMPTION";
        Media: {
            caption: string | null;
            copyright: string | null;
            rel: components["schemas"]["MediaRel"];
            /** Format: uri */
            src: string;
            title: string | null;
            type: components["schemas"]["MediaType"];
        };
        /** @enum {string} */
        MediaRel: "LOGO" | "COVER" | "GALLERY";
        /** @enum {string} */
        MediaType: "image/jpeg" | "image/png" | "video/mp4" | "video/avi" | "external/youtube" | "external/vimeo";
        OpeningHours: {
            from: string;
            to: string;
        };
        Option: {
            availabilityLocalStartTimes: string[];
            cancellationCutoff: string;
            cancellationCutoffAmount: number;
            cancellationCutoffUnit: components["schemas"]["DurationUnit"];
            categoryLabels?: components["schemas"]["CategoryLabel"][];
            commentary?: components["schemas"]["Commentary"][];
            default: boolean;
            description?: string | null;
            durationMinutesFrom?: number;
            durationMinutesTo?: number | null;
            faqs?: components["schemas"]["FAQ"][];
            features?: components["schemas"]["Feature"][];
            id: string;
            internalName: string;
            locations?: components["schemas"]["Location"][];
            media?: components["schemas"]["Media"][];
            pricing?: components["schemas"]["Pricing"][];
            pricingFrom?: components["schemas"]["Pricing"][];
            reference: string | null;
            requiredContactFields: components["schemas"]["ContactField"][];
            restrictions: components["schemas"]["OptionRestrictions"];
            shortDescription?: string | null;
            title?: string;
            units: components["schemas"]["Unit"][];
        };
        OptionContent: {
            categoryLabels?: components["schemas"]["CategoryLabel"][];
            commentary?: components["schemas"]["Commentary"][];
            description?: string | null;
            durationMinutesFrom?: number;
            durationMinutesTo?: number | null;
            faqs?: components["schemas"]["FAQ"][];
            features?: components["schemas"]["Feature"][];
            locations?: components["schemas"]["Location"][];
            media?: components["schemas"]["Media"][];
            shortDescription?: string | null;
            title?: string;
        };
        OptionPricing: {
            pricing?: components["schemas"]["Pricing"][];
            pricingFrom?: components["schemas"]["Pricing"][];
        };
        OptionRestrictions: {
            maxUnits: number | null;
            minUnits: number | null;
        };
        Place: {
            identifiers: components["schemas"]["Identifiers"];
            latitude: number;
            longitude: number;
            postalAddress: components["schemas"]["PostalAddress"];
            sameAs: string[];
        };
        PostalAddress: {
            addressCountry: string | null;
            addressLocality: string | null;
            addressRegion: string | null;
            postalCode: string | null;
            postOfficeBoxNumber: string | null;
            streetAddress: string | null;
        };
        Pricing: {
            currency: string;
            currencyPrecision: number;
            includedTaxes: components["schemas"]["Tax"][];
            net: number | null;
            original: number;
            retail: number;
        };
        /** @enum {string} */
        PricingPer: "BOOKING" | "UNIT";
        PricingUnit: {
            unitId: string;
        } & components["schemas"]["Pricing"];
        Product: {
            allowFreesale: boolean;
            availabilityRequired: boolean;
            availabilityType: components["schemas"]["AvailabilityType"];
            availableCurrencies?: string[];
            categoryLabels?: components["schemas"]["CategoryLabel"][];
            commentary?: components["schemas"]["Commentary"][];
            defaultCurrency?: string;
            deliveryFormats: components["schemas"]["DeliveryFormat"][];
            deliveryMethods: components["schemas"]["DeliveryMethod"][];
            description?: string | null;
            durationMinutesFrom?: number;
            durationMinutesTo?: number | null;
            faqs?: components["schemas"]["FAQ"][];
            features?: components["schemas"]["Feature"][];
            id: string;
            instantConfirmation: boolean;
            instantDelivery: boolean;
            internalName: string;
            locale: string;
            locations?: components["schemas"]["Location"][];
            media?: components["schemas"]["Media"][];
            options: components["schemas"]["Option"][];
            pricingPer?: components["schemas"]["PricingPer"];
            redemptionMethod: components["schemas"]["RedemptionMethod"];
            reference: string | null;
            shortDescription?: string | null;
            timeZone?: string;
            title?: string;
        };
        ProductContent: {
            categoryLabels?: components["schemas"]["CategoryLabel"][];
            commentary?: components["schemas"]["Commentary"][];
            description?: string | null;
            durationMinutesFrom?: number;
            durationMinutesTo?: number | null;
            faqs?: components["schemas"]["FAQ"][];
            features?: components["schemas"]["Feature"][];
            locations?: components["schemas"]["Location"][];
            media?: components["schemas"]["Media"][];
            shortDescription?: string | null;
            title?: string;
        };
        ProductPricing: {
            availableCurrencies?: string[];
            defaultCurrency?: string;
            pricingPer?: components["schemas"]["PricingPer"];
        };
        /** @enum {string} */
        RedemptionMethod: "DIGITAL" | "PRINT" | "MANIFEST";
        /** @enum {string} */
        Refund: "FULL" | "PARTIAL" | "NONE";
        ResponseHeaders: Record<string, never>;
        ResponseHeadersContent: Record<string, never>;
        RestrictionsContent: {
            heightUnit?: string;
            maxHeight?: number;
            maxWeight?: number;
            minHeight?: number;
            minWeight?: number;
            weightUnit?: string;
        };
        Supplier: {
            contact: components["schemas"]["SupplierContact"];
            /** Format: uri */
            endpoint: string;
            id: string;
            media?: components["schemas"]["Media"][];
            name: string;
            shortDescription?: string | null;
        };
        SupplierContact: {
            address: string | null;
            /** Format: email */
            email: string | null;
            telephone: string | null;
            website: string | null;
        };
        SupplierContent: {
            media?: components["schemas"]["Media"][];
            shortDescription?: string | null;
        };
        Tax: {
            name: string;
            net: number | null;
            original: number;
            retail: number;
        };
        Ticket: {
            deliveryOptions: components["schemas"]["DeliveryOption"][];
            redemptionMethod: components["schemas"]["RedemptionMethod"];
            utcRedeemedAt: string | null;
        };
        Unit: {
            features?: components["schemas"]["Feature"][];
            id: string;
            internalName: string;
            pricing?: components["schemas"]["Pricing"][];
            pricingFrom?: components["schemas"]["Pricing"][];
            reference: string | null;
            requiredContactFields: components["schemas"]["ContactField"][];
            restrictions: components["schemas"]["UnitRestrictions"];
            shortDescription?: string;
            title?: string | null;
            type: components["schemas"]["UnitType"];
        };
        UnitContent: {
            features?: components["schemas"]["Feature"][];
            shortDescription?: string;
            title?: string | null;
        };
        UnitItem: {
            contact: components["schemas"]["Contact"];
            pricing?: components["schemas"]["Pricing"];
            resellerReference: string | null;
            status: components["schemas"]["BookingStatus"];
            supplierReference: string | null;
            ticket: components["schemas"]["Ticket"] | null;
            unit?: components["schemas"]["Unit"];
            unitId: string;
            /** Format: date-time */
            utcRedeemedAt: string | null;
            uuid: string;
        };
        UnitItemPricing: {
            pricing?: components["schemas"]["Pricing"];
        };
        UnitPricing: {
            pricing?: components["schemas"]["Pricing"][];
            pricingFrom?: components["schemas"]["Pricing"][];
        };
        UnitRestrictions: {
            accompaniedBy: string[];
            heightUnit?: string;
            idRequired: boolean;
            maxAge: number;
            maxHeight?: number;
            maxQuantity: number | null;
            maxWeight?: number;
            minAge: number;
            minHeight?: number;
            minQuantity: number | null;
            minWeight?: number;
            paxCount: number;
            weightUnit?: string;
        };
        /** @enum {string} */
        UnitType: "ADULT" | "YOUTH" | "CHILD" | "INFANT" | "FAMILY" | "SENIOR" | "STUDENT" | "MILITARY" | "OTHER";
    };
    responses: never;
    parameters: {
        "BookingCancellationRequest.uuid": string;
        "BookingConfirmationRequest.uuid": string;
        "BookingUpdateRequest.uuid": string;
        "ExtendReservationRequest.uuid": string;
        "GetBookingRequest.uuid": string;
        "GetBookingsQuery.resellerReference": string;
        "GetBookingsQuery.supplierReference": string;
        "GetProductRequest.id": string;
        "RequestHeaders.octoCapabilities": string;
        RequestHeadersContent: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    Availabilities_AvailabilityCheck: {
        parameters: {
            query?: never;
            header: {
                "Accept-Language"?: components["parameters"]["RequestHeadersContent"];
                "Octo-Capabilities": components["parameters"]["RequestHeaders.octoCapabilities"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AvailabilityCheckBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Available-Languages"?: string;
                    "Content-Language"?: string;
                    "Octo-Capabilities": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Availability"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorInvalidProductID"] | components["schemas"]["ErrorInvalidOptionID"] | components["schemas"]["ErrorBadRequest"] | components["schemas"]["ErrorUnauthorized"] | components["schemas"]["ErrorInternalServerError"] | components["schemas"]["ErrorForbidden"];
                };
            };
        };
    };
    Availabilities_AvailabilityCalendar: {
        parameters: {
            query?: never;
            header: {
                "Accept-Language"?: components["parameters"]["RequestHeadersContent"];
                "Octo-Capabilities": components["parameters"]["RequestHeaders.octoCapabilities"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AvailabilityCalendarBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Available-Languages"?: string;
                    "Content-Language"?: string;
                    "Octo-Capabilities": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityCalendar"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorInvalidProductID"] | components["schemas"]["ErrorInvalidOptionID"] | components["schemas"]["ErrorBadRequest"] | components["schemas"]["ErrorUnauthorized"] | components["schemas"]["ErrorInternalServerError"] | components["schemas"]["ErrorForbidden"];
                };
            };
        };
    };
    Bookings_GetBookings: {
        parameters: {
            query?: {
                resellerReference?: components["parameters"]["GetBookingsQuery.resellerReference"];
                supplierReference?: components["parameters"]["GetBookingsQuery.supplierReference"];
            };
            header: {
                "Accept-Language"?: components["parameters"]["RequestHeadersContent"];
                "Octo-Capabilities": components["parameters"]["RequestHeaders.octoCapabilities"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Available-Languages"?: string;
                    "Content-Language"?: string;
                    "Octo-Capabilities": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorUnauthorized"] | components["schemas"]["ErrorInternalServerError"] | components["schemas"]["ErrorForbidden"];
                };
            };
        };
    };
    Bookings_BookingReservation: {
        parameters: {
            query?: never;
            header: {
                "Accept-Language"?: components["parameters"]["RequestHeadersContent"];
                "Octo-Capabilities": components["parameters"]["RequestHeaders.octoCapabilities"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookingReservationBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Available-Languages"?: string;
                    "Content-Language"?: string;
                    "Octo-Capabilities": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorInvalidProductID"] | components["schemas"]["ErrorInvalidOptionID"] | components["schemas"]["ErrorInvalidUnitID"] | components["schemas"]["ErrorInvalidAvailabilityID"] | components["schemas"]["ErrorUnprocessableEntity"] | components["schemas"]["ErrorUnauthorized"] | components["schemas"]["ErrorInternalServerError"] | components["schemas"]["ErrorForbidden"];
                };
            };
        };
    };
    Bookings_GetBooking: {
        parameters: {
            query?: never;
            header: {
                "Accept-Language"?: components["parameters"]["RequestHeadersContent"];
                "Octo-Capabilities": components["parameters"]["RequestHeaders.octoCapabilities"];
            };
            path: {
                uuid: components["parameters"]["GetBookingRequest.uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Available-Languages"?: string;
                    "Content-Language"?: string;
                    "Octo-Capabilities": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorInvalidBookingUUID"] | components["schemas"]["ErrorUnauthorized"] | components["schemas"]["ErrorInternalServerError"] | components["schemas"]["ErrorForbidden"];
                };
            };
        };
    };
    Bookings_BookingUpdate: {
        parameters: {
            query?: never;
            header: {
                "Accept-Language"?: components["parameters"]["RequestHeadersContent"];
                "Octo-Capabilities": components["parameters"]["RequestHeaders.octoCapabilities"];
            };
            path: {
                uuid: components["parameters"]["BookingUpdateRequest.uuid"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookingUpdateBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Available-Languages"?: string;
                    "Content-Language"?: string;
                    "Octo-Capabilities": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorInvalidProductID"] | components["schemas"]["ErrorInvalidOptionID"] | components["schemas"]["ErrorInvalidUnitID"] | components["schemas"]["ErrorInvalidAvailabilityID"] | components["schemas"]["ErrorInvalidBookingUUID"] | components["schemas"]["ErrorUnprocessableEntity"] | components["schemas"]["ErrorUnauthorized"] | components["schemas"]["ErrorInternalServerError"] | components["schemas"]["ErrorForbidden"];
                };
            };
        };
    };
    Bookings_BookingCancellation: {
        parameters: {
            query?: never;
            header: {
                "Accept-Language"?: components["parameters"]["RequestHeadersContent"];
                "Octo-Capabilities": components["parameters"]["RequestHeaders.octoCapabilities"];
            };
            path: {
                uuid: components["parameters"]["BookingCancellationRequest.uuid"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookingCancellationBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Available-Languages"?: string;
                    "Content-Language"?: string;
                    "Octo-Capabilities": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorInvalidBookingUUID"] | components["schemas"]["ErrorUnprocessableEntity"] | components["schemas"]["ErrorUnauthorized"] | components["schemas"]["ErrorInternalServerError"] | components["schemas"]["ErrorForbidden"];
                };
            };
        };
    };
    Bookings_BookingConfirmation: {
        parameters: {
            query?: never;
            header: {
                "Accept-Language"?: components["parameters"]["RequestHeadersContent"];
                "Octo-Capabilities": components["parameters"]["RequestHeaders.octoCapabilities"];
            };
            path: {
                uuid: components["parameters"]["BookingConfirmationRequest.uuid"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookingConfirmationBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Available-Languages"?: string;
                    "Content-Language"?: string;
                    "Octo-Capabilities": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorInvalidProductID"] | components["schemas"]["ErrorInvalidOptionID"] | components["schemas"]["ErrorInvalidUnitID"] | components["schemas"]["ErrorInvalidAvailabilityID"] | components["schemas"]["ErrorInvalidBookingUUID"] | components["schemas"]["ErrorUnprocessableEntity"] | components["schemas"]["ErrorUnauthorized"] | components["schemas"]["ErrorInternalServerError"] | components["schemas"]["ErrorForbidden"];
                };
            };
        };
    };
    Bookings_ExtendReservation: {
        parameters: {
            query?: never;
            header: {
                "Accept-Language"?: components["parameters"]["RequestHeadersContent"];
                "Octo-Capabilities": components["parameters"]["RequestHeaders.octoCapabilities"];
            };
            path: {
                uuid: components["parameters"]["ExtendReservationRequest.uuid"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExtendReservationBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Available-Languages"?: string;
                    "Content-Language"?: string;
                    "Octo-Capabilities": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorInvalidBookingUUID"] | components["schemas"]["ErrorUnprocessableEntity"] | components["schemas"]["ErrorUnauthorized"] | components["schemas"]["ErrorInternalServerError"] | components["schemas"]["ErrorForbidden"];
                };
            };
        };
    };
    Capabilities_get: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["RequestHeadersContent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Available-Languages"?: string;
                    "Content-Language"?: string;
                    "Octo-Capabilities": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Capability"][];
                };
            };
        };
    };
    Products_GetProducts: {
        parameters: {
            query?: never;
            header: {
                "Accept-Language"?: components["parameters"]["RequestHeadersContent"];
                "Octo-Capabilities": components["parameters"]["RequestHeaders.octoCapabilities"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Available-Languages"?: string;
                    "Content-Language"?: string;
                    "Octo-Capabilities": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorUnauthorized"] | components["schemas"]["ErrorInternalServerError"] | components["schemas"]["ErrorForbidden"];
                };
            };
        };
    };
    Products_GetProduct: {
        parameters: {
            query?: never;
            header: {
                "Accept-Language"?: components["parameters"]["RequestHeadersContent"];
                "Octo-Capabilities": components["parameters"]["RequestHeaders.octoCapabilities"];
            };
            path: {
                id: components["parameters"]["GetProductRequest.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Available-Languages"?: string;
                    "Content-Language"?: string;
                    "Octo-Capabilities": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorInvalidProductID"] | components["schemas"]["ErrorUnauthorized"] | components["schemas"]["ErrorInternalServerError"] | components["schemas"]["ErrorForbidden"];
                };
            };
        };
    };
    Suppliers_get: {
        parameters: {
            query?: never;
            header: {
                "Accept-Language"?: components["parameters"]["RequestHeadersContent"];
                "Octo-Capabilities": components["parameters"]["RequestHeaders.octoCapabilities"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Available-Languages"?: string;
                    "Content-Language"?: string;
                    "Octo-Capabilities": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Supplier"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorUnauthorized"] | components["schemas"]["ErrorInternalServerError"] | components["schemas"]["ErrorForbidden"];
                };
            };
        };
    };
}
