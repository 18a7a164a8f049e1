// Written from openapi/components/schemas.yaml. Edit that, then run: npm run generate

import { z } from 'zod';
import { checkPresence, type Presence } from '../check-presence.ts';
import type { components } from './openapi.ts';
import type { Received } from './received.ts';

type Schemas = components['schemas'];
type JsonSchema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>;

function read<T>(schema: JsonSchema, presence?: Presence): z.ZodType<T> {
  // The types are generated from the same schemas.
  const type = z.fromJSONSchema(schema) as z.ZodType<T>;
  return presence ? type.check(checkPresence(presence)) : type;
}

const pageLimit: JsonSchema = {
  "type": "integer",
  "format": "int32",
  "minimum": 1,
  "maximum": 100
};
/** Checks a PageLimit. */
export const PageLimitSchema: z.ZodType<Schemas['PageLimit']> = /* @__PURE__ */ read(pageLimit);

const cursor: JsonSchema = {
  "type": "string",
  "minLength": 1,
  "maxLength": 200,
  "pattern": "^[A-Za-z0-9_-]+$"
};
/** Checks a Cursor. */
export const CursorSchema: z.ZodType<Received<Schemas['Cursor']>> = /* @__PURE__ */ read(cursor);

const venueSearch: JsonSchema = {
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "query": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^[^\\u0000]*$"
    },
    "city": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "pattern": "^[^\\u0000]*$"
    },
    "country": {
      "type": "string",
      "minLength": 2,
      "maxLength": 2,
      "pattern": "^[A-Z]{2}$"
    },
    "limit": pageLimit,
    "cursor": cursor
  }
};
/** Checks a VenueSearch. */
export const VenueSearchSchema: z.ZodType<Schemas['VenueSearch']> = /* @__PURE__ */ read(venueSearch);

const requestId: JsonSchema = {
  "type": "string",
  "minLength": 12,
  "maxLength": 68,
  "pattern": "^req_[0-9A-Za-z]{8,64}$"
};
/** Checks a RequestId. */
export const RequestIdSchema: z.ZodType<Received<Schemas['RequestId']>> = /* @__PURE__ */ read(requestId);

const venueId: JsonSchema = {
  "type": "string",
  "minLength": 5,
  "maxLength": 200,
  "pattern": "^ven_[A-Za-z0-9_-]+$"
};
/** Checks a VenueId. */
export const VenueIdSchema: z.ZodType<Received<Schemas['VenueId']>> = /* @__PURE__ */ read(venueId);

const provider: JsonSchema = {
  "type": "string",
  "minLength": 1,
  "maxLength": 60,
  "pattern": "^[a-z0-9_-]+$"
};
/** Checks a Provider. */
export const ProviderSchema: z.ZodType<Received<Schemas['Provider']>> = /* @__PURE__ */ read(provider);

const venue: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "id",
    "object",
    "name",
    "provider",
    "city",
    "country"
  ],
  "properties": {
    "id": venueId,
    "object": {
      "type": "string",
      "const": "venue"
    },
    "name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
    },
    "provider": provider,
    "city": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100
    },
    "country": {
      "type": "string",
      "minLength": 2,
      "maxLength": 2,
      "pattern": "^[A-Z]{2}$"
    }
  }
};
/** Checks a Venue. */
export const VenueSchema: z.ZodType<Received<Schemas['Venue']>> = /* @__PURE__ */ read(venue);

const venueList: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "object",
    "data",
    "has_more",
    "next_cursor"
  ],
  "properties": {
    "object": {
      "type": "string",
      "const": "list"
    },
    "data": {
      "type": "array",
      "maxItems": 1000,
      "items": venue
    },
    "has_more": {
      "type": "boolean"
    },
    "next_cursor": {
      "oneOf": [
        cursor,
        {
          "type": "null"
        }
      ]
    },
    "missing_providers": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": provider
    }
  }
};
/** Checks a VenueList. */
export const VenueListSchema: z.ZodType<Received<Schemas['VenueList']>> = /* @__PURE__ */ read(venueList);

const errorMessage: JsonSchema = {
  "type": "string",
  "minLength": 1,
  "maxLength": 500
};
/** Checks a ErrorMessage. */
export const ErrorMessageSchema: z.ZodType<Received<Schemas['ErrorMessage']>> = /* @__PURE__ */ read(errorMessage);

const errorCode: JsonSchema = {
  "type": "string",
  "minLength": 1,
  "maxLength": 60,
  "pattern": "^[a-z_]+$"
};
/** Checks a ErrorCode. */
export const ErrorCodeSchema: z.ZodType<Schemas['ErrorCode']> = /* @__PURE__ */ read(errorCode);

const errorDetail: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "in",
    "path",
    "message"
  ],
  "properties": {
    "in": {
      "type": "string",
      "enum": [
        "body",
        "path",
        "query",
        "header"
      ]
    },
    "path": {
      "type": "string",
      "maxLength": 500
    },
    "message": {
      "type": "string",
      "minLength": 1,
      "maxLength": 500
    }
  }
};
/** Checks a ErrorDetail. */
export const ErrorDetailSchema: z.ZodType<Schemas['ErrorDetail']> = /* @__PURE__ */ read(errorDetail);

const codedError: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "error",
    "error_code",
    "request_id"
  ],
  "properties": {
    "error": errorMessage,
    "error_code": errorCode,
    "request_id": requestId,
    "details": {
      "type": "array",
      "minItems": 1,
      "maxItems": 200,
      "items": errorDetail
    }
  }
};
/** Checks a CodedError. */
export const CodedErrorSchema: z.ZodType<Schemas['CodedError']> = /* @__PURE__ */ read(codedError);

const olderErrorCode: JsonSchema = {
  "type": "string",
  "enum": [
    "billing_required",
    "free_tier_exhausted",
    "insufficient_scope",
    "rate_limited",
    "unauthorized"
  ]
};
/** Checks a OlderErrorCode. */
export const OlderErrorCodeSchema: z.ZodType<Schemas['OlderErrorCode']> = /* @__PURE__ */ read(olderErrorCode);

const olderError: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "error",
    "request_id"
  ],
  "properties": {
    "error": olderErrorCode,
    "request_id": requestId
  }
};
/** Checks a OlderError. */
export const OlderErrorSchema: z.ZodType<Schemas['OlderError']> = /* @__PURE__ */ read(olderError);

const errorBody: JsonSchema = {
  "oneOf": [
    olderError,
    codedError
  ]
};
/** Checks a ErrorBody. */
export const ErrorBodySchema: z.ZodType<Schemas['ErrorBody']> = /* @__PURE__ */ read(errorBody);

const partySize: JsonSchema = {
  "type": "integer",
  "format": "int32",
  "minimum": 1,
  "maximum": 50
};
/** Checks a PartySize. */
export const PartySizeSchema: z.ZodType<Received<Schemas['PartySize']>> = /* @__PURE__ */ read(partySize);

const unitName: JsonSchema = {
  "type": "string",
  "minLength": 1,
  "maxLength": 60,
  "pattern": "^[a-z0-9_]+$"
};
/** Checks a UnitName. */
export const UnitNameSchema: z.ZodType<Received<Schemas['UnitName']>> = /* @__PURE__ */ read(unitName);

const partyUnit: JsonSchema = {
  "type": "object",
  "additionalProperties": false,
  "required": [
    "unit",
    "quantity"
  ],
  "properties": {
    "unit": unitName,
    "quantity": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "maximum": 50
    }
  }
};
/** Checks a PartyUnit. */
export const PartyUnitSchema: z.ZodType<Schemas['PartyUnit']> = /* @__PURE__ */ read(partyUnit);

const party: JsonSchema = {
  "type": "array",
  "minItems": 1,
  "maxItems": 20,
  "items": partyUnit
};
/** Checks a Party. */
export const PartySchema: z.ZodType<Schemas['Party']> = /* @__PURE__ */ read(party);

const availabilitySearch: JsonSchema = {
  "type": "object",
  "additionalProperties": false,
  "required": [
    "venue_id",
    "date"
  ],
  "properties": {
    "venue_id": venueId,
    "date": {
      "type": "string",
      "format": "date",
      "minLength": 10,
      "maxLength": 10,
      "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
    },
    "party_size": partySize,
    "party": party,
    "limit": pageLimit,
    "cursor": cursor
  }
};
/** Checks a AvailabilitySearch. */
export const AvailabilitySearchSchema: z.ZodType<Schemas['AvailabilitySearch']> = /* @__PURE__ */ read(availabilitySearch, {"field":"party","excludes":["party_size"],"replaces":["party_size"]});

const slotId: JsonSchema = {
  "type": "string",
  "minLength": 5,
  "maxLength": 255,
  "pattern": "^slt_[A-Za-z0-9_-]+$"
};
/** Checks a SlotId. */
export const SlotIdSchema: z.ZodType<Received<Schemas['SlotId']>> = /* @__PURE__ */ read(slotId);

const instant: JsonSchema = {
  "type": "string",
  "format": "date-time"
};
/** Checks a Instant. */
export const InstantSchema: z.ZodType<Received<Schemas['Instant']>> = /* @__PURE__ */ read(instant);

const amount: JsonSchema = {
  "type": "integer",
  "format": "int64",
  "minimum": 0,
  "maximum": 999999999999
};
/** Checks a Amount. */
export const AmountSchema: z.ZodType<Received<Schemas['Amount']>> = /* @__PURE__ */ read(amount);

const currency: JsonSchema = {
  "type": "string",
  "minLength": 3,
  "maxLength": 3,
  "pattern": "^[A-Z]{3}$"
};
/** Checks a Currency. */
export const CurrencySchema: z.ZodType<Received<Schemas['Currency']>> = /* @__PURE__ */ read(currency);

const slotPrice: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "amount",
    "currency",
    "per"
  ],
  "properties": {
    "amount": amount,
    "currency": currency,
    "per": {
      "type": "string",
      "enum": [
        "booking",
        "person"
      ]
    }
  }
};
/** Checks a SlotPrice. */
export const SlotPriceSchema: z.ZodType<Received<Schemas['SlotPrice']>> = /* @__PURE__ */ read(slotPrice);

const bookingPrice: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "amount",
    "currency"
  ],
  "properties": {
    "amount": amount,
    "currency": currency
  }
};
/** Checks a BookingPrice. */
export const BookingPriceSchema: z.ZodType<Received<Schemas['BookingPrice']>> = /* @__PURE__ */ read(bookingPrice);

const slotUnit: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "unit"
  ],
  "properties": {
    "unit": unitName,
    "label": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100
    },
    "min_age": {
      "type": "integer",
      "format": "int32",
      "minimum": 0,
      "maximum": 150
    },
    "max_age": {
      "type": "integer",
      "format": "int32",
      "minimum": 0,
      "maximum": 150
    },
    "price": bookingPrice
  }
};
/** Checks a SlotUnit. */
export const SlotUnitSchema: z.ZodType<Received<Schemas['SlotUnit']>> = /* @__PURE__ */ read(slotUnit);

const cancellationPolicy: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "free_until",
    "late_refund_percent"
  ],
  "properties": {
    "free_until": instant,
    "late_refund_percent": {
      "type": "integer",
      "format": "int32",
      "minimum": 0,
      "maximum": 100
    },
    "refund_percent": {
      "type": "integer",
      "format": "int32",
      "minimum": 0,
      "maximum": 100
    }
  }
};
/** Checks a CancellationPolicy. */
export const CancellationPolicySchema: z.ZodType<Received<Schemas['CancellationPolicy']>> = /* @__PURE__ */ read(cancellationPolicy);

const metadata: JsonSchema = {
  "type": "object",
  "maxProperties": 20,
  "propertyNames": {
    "type": "string",
    "minLength": 1,
    "maxLength": 40,
    "pattern": "^[^\\u0000]*$"
  },
  "additionalProperties": {
    "type": "string",
    "maxLength": 500,
    "pattern": "^[^\\u0000]*$"
  }
};
/** Checks a Metadata. */
export const MetadataSchema: z.ZodType<Received<Schemas['Metadata']>> = /* @__PURE__ */ read(metadata);

const slot: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "id",
    "object",
    "venue_id",
    "starts_at",
    "duration_minutes",
    "min_party_size",
    "max_party_size"
  ],
  "properties": {
    "id": slotId,
    "object": {
      "type": "string",
      "const": "slot"
    },
    "venue_id": venueId,
    "starts_at": instant,
    "duration_minutes": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "maximum": 1440
    },
    "min_party_size": partySize,
    "max_party_size": partySize,
    "price": slotPrice,
    "units": {
      "type": "array",
      "minItems": 1,
      "maxItems": 20,
      "items": slotUnit
    },
    "cancellation": cancellationPolicy,
    "metadata": metadata
  }
};
/** Checks a Slot. */
export const SlotSchema: z.ZodType<Received<Schemas['Slot']>> = /* @__PURE__ */ read(slot);

const slotList: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "object",
    "data",
    "has_more",
    "next_cursor"
  ],
  "properties": {
    "object": {
      "type": "string",
      "const": "list"
    },
    "data": {
      "type": "array",
      "maxItems": 1000,
      "items": slot
    },
    "has_more": {
      "type": "boolean"
    },
    "next_cursor": {
      "oneOf": [
        cursor,
        {
          "type": "null"
        }
      ]
    }
  }
};
/** Checks a SlotList. */
export const SlotListSchema: z.ZodType<Received<Schemas['SlotList']>> = /* @__PURE__ */ read(slotList);

const instantFilter: JsonSchema = {
  "type": "string",
  "format": "date-time",
  "maxLength": 35,
  "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$"
};
/** Checks a InstantFilter. */
export const InstantFilterSchema: z.ZodType<Schemas['InstantFilter']> = /* @__PURE__ */ read(instantFilter);

const metadataFilter: JsonSchema = {
  "type": "object",
  "maxProperties": 20,
  "propertyNames": {
    "type": "string",
    "minLength": 1,
    "maxLength": 40,
    "pattern": "^[^\\u0000]*$"
  },
  "additionalProperties": {
    "type": "string",
    "maxLength": 500,
    "pattern": "^[^\\u0000]*$"
  }
};
/** Checks a MetadataFilter. */
export const MetadataFilterSchema: z.ZodType<Schemas['MetadataFilter']> = /* @__PURE__ */ read(metadataFilter);

const bookingId: JsonSchema = {
  "type": "string",
  "minLength": 36,
  "maxLength": 36,
  "pattern": "^bkg_[0-9a-f]{32}$"
};
/** Checks a BookingId. */
export const BookingIdSchema: z.ZodType<Received<Schemas['BookingId']>> = /* @__PURE__ */ read(bookingId);

const bookingStatus: JsonSchema = {
  "type": "string",
  "minLength": 1,
  "maxLength": 60,
  "pattern": "^[a-z_]+$"
};
/** Checks a BookingStatus. */
export const BookingStatusSchema: z.ZodType<Received<Schemas['BookingStatus']>> = /* @__PURE__ */ read(bookingStatus);

const bookingErrorCode: JsonSchema = {
  "type": "string",
  "minLength": 1,
  "maxLength": 60,
  "pattern": "^[a-z_]+$"
};
/** Checks a BookingErrorCode. */
export const BookingErrorCodeSchema: z.ZodType<Received<Schemas['BookingErrorCode']>> = /* @__PURE__ */ read(bookingErrorCode);

const channel: JsonSchema = {
  "type": "string",
  "minLength": 1,
  "maxLength": 60,
  "pattern": "^[a-z_]+$"
};
/** Checks a Channel. */
export const ChannelSchema: z.ZodType<Received<Schemas['Channel']>> = /* @__PURE__ */ read(channel);

const url: JsonSchema = {
  "type": "string",
  "format": "uri",
  "minLength": 8,
  "maxLength": 2048,
  "pattern": "^https?://"
};
/** Checks a Url. */
export const UrlSchema: z.ZodType<Received<Schemas['Url']>> = /* @__PURE__ */ read(url);

const questionOption: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "value",
    "label"
  ],
  "properties": {
    "value": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^[^\\u0000]+$"
    },
    "label": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
    }
  }
};
/** Checks a QuestionOption. */
export const QuestionOptionSchema: z.ZodType<Received<Schemas['QuestionOption']>> = /* @__PURE__ */ read(questionOption);

const question: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "id",
    "label",
    "type",
    "required"
  ],
  "properties": {
    "id": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "pattern": "^[A-Za-z0-9_-]+$"
    },
    "label": {
      "type": "string",
      "minLength": 1,
      "maxLength": 500
    },
    "type": {
      "type": "string",
      "minLength": 1,
      "maxLength": 60,
      "pattern": "^[a-z_]+$"
    },
    "required": {
      "type": "boolean"
    },
    "options": {
      "type": "array",
      "minItems": 1,
      "maxItems": 200,
      "items": questionOption
    }
  }
};
/** Checks a Question. */
export const QuestionSchema: z.ZodType<Received<Schemas['Question']>> = /* @__PURE__ */ read(question);

const nextAction: JsonSchema = {
  "anyOf": [
    {
      "type": "object",
      "additionalProperties": true,
      "required": [
        "type",
        "expires_at",
        "channel",
        "destination"
      ],
      "properties": {
        "type": {
          "const": "enter_code"
        },
        "expires_at": instant,
        "channel": channel,
        "destination": {
          "type": "string",
          "minLength": 1,
          "maxLength": 320
        },
        "test_code": {
          "type": "string",
          "minLength": 4,
          "maxLength": 12,
          "pattern": "^[0-9A-Za-z]{4,12}$"
        },
        "url": url,
        "questions": {
          "type": "array",
          "minItems": 1,
          "maxItems": 50,
          "items": question
        }
      }
    },
    {
      "type": "object",
      "additionalProperties": true,
      "required": [
        "type",
        "expires_at",
        "url"
      ],
      "properties": {
        "type": {
          "const": "authorize_payment"
        },
        "expires_at": instant,
        "channel": channel,
        "destination": {
          "type": "string",
          "minLength": 1,
          "maxLength": 320
        },
        "test_code": {
          "type": "string",
          "minLength": 4,
          "maxLength": 12,
          "pattern": "^[0-9A-Za-z]{4,12}$"
        },
        "url": url,
        "questions": {
          "type": "array",
          "minItems": 1,
          "maxItems": 50,
          "items": question
        }
      }
    },
    {
      "type": "object",
      "additionalProperties": true,
      "required": [
        "type",
        "expires_at",
        "expires_at"
      ],
      "properties": {
        "type": {
          "const": "confirm_booking"
        },
        "expires_at": instant,
        "channel": channel,
        "destination": {
          "type": "string",
          "minLength": 1,
          "maxLength": 320
        },
        "test_code": {
          "type": "string",
          "minLength": 4,
          "maxLength": 12,
          "pattern": "^[0-9A-Za-z]{4,12}$"
        },
        "url": url,
        "questions": {
          "type": "array",
          "minItems": 1,
          "maxItems": 50,
          "items": question
        }
      }
    },
    {
      "type": "object",
      "additionalProperties": true,
      "required": [
        "type",
        "expires_at",
        "questions"
      ],
      "properties": {
        "type": {
          "const": "answer_questions"
        },
        "expires_at": instant,
        "channel": channel,
        "destination": {
          "type": "string",
          "minLength": 1,
          "maxLength": 320
        },
        "test_code": {
          "type": "string",
          "minLength": 4,
          "maxLength": 12,
          "pattern": "^[0-9A-Za-z]{4,12}$"
        },
        "url": url,
        "questions": {
          "type": "array",
          "minItems": 1,
          "maxItems": 50,
          "items": question
        }
      }
    },
    {
      "type": "object",
      "additionalProperties": true,
      "required": [
        "type",
        "expires_at"
      ],
      "properties": {
        "type": {
          "allOf": [
            {
              "type": "string",
              "minLength": 1,
              "maxLength": 60,
              "pattern": "^[a-z_]+$"
            },
            {
              "type": "string",
              "pattern": "^(?!(?:enter_code|authorize_payment|confirm_booking|answer_questions)$)"
            }
          ]
        },
        "expires_at": instant,
        "channel": channel,
        "destination": {
          "type": "string",
          "minLength": 1,
          "maxLength": 320
        },
        "test_code": {
          "type": "string",
          "minLength": 4,
          "maxLength": 12,
          "pattern": "^[0-9A-Za-z]{4,12}$"
        },
        "url": url,
        "questions": {
          "type": "array",
          "minItems": 1,
          "maxItems": 50,
          "items": question
        }
      }
    }
  ]
};
/** Checks a NextAction. */
export const NextActionSchema: z.ZodType<Received<Schemas['NextAction']>> = /* @__PURE__ */ read(nextAction);

const bookingPartyUnit: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "unit",
    "quantity"
  ],
  "properties": {
    "unit": unitName,
    "quantity": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "maximum": 50
    }
  }
};
/** Checks a BookingPartyUnit. */
export const BookingPartyUnitSchema: z.ZodType<Received<Schemas['BookingPartyUnit']>> = /* @__PURE__ */ read(bookingPartyUnit);

const bookingParty: JsonSchema = {
  "type": "array",
  "minItems": 1,
  "maxItems": 20,
  "items": bookingPartyUnit
};
/** Checks a BookingParty. */
export const BookingPartySchema: z.ZodType<Received<Schemas['BookingParty']>> = /* @__PURE__ */ read(bookingParty);

const bookingChanges: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "properties": {
    "slot_id": slotId,
    "party_size": partySize,
    "party": bookingParty
  }
};
/** Checks a BookingChanges. */
export const BookingChangesSchema: z.ZodType<Received<Schemas['BookingChanges']>> = /* @__PURE__ */ read(bookingChanges);

const lastModification: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "modified_at",
    "changes"
  ],
  "properties": {
    "modified_at": instant,
    "changes": bookingChanges
  }
};
/** Checks a LastModification. */
export const LastModificationSchema: z.ZodType<Received<Schemas['LastModification']>> = /* @__PURE__ */ read(lastModification);

const livemode: JsonSchema = {
  "type": "boolean"
};
/** Checks a Livemode. */
export const LivemodeSchema: z.ZodType<Received<Schemas['Livemode']>> = /* @__PURE__ */ read(livemode);

const bookingGuest: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "first_name",
    "email"
  ],
  "properties": {
    "first_name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "pattern": "^[^\\u0000]*$"
    },
    "last_name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "pattern": "^[^\\u0000]*$"
    },
    "email": {
      "type": "string",
      "format": "email",
      "minLength": 3,
      "maxLength": 320
    },
    "phone": {
      "type": "string",
      "minLength": 8,
      "maxLength": 16,
      "pattern": "^\\+[1-9][0-9]{6,14}$"
    }
  }
};
/** Checks a BookingGuest. */
export const BookingGuestSchema: z.ZodType<Received<Schemas['BookingGuest']>> = /* @__PURE__ */ read(bookingGuest);

const paymentCollection: JsonSchema = {
  "type": "string",
  "const": "cardservice_external"
};
/** Checks a PaymentCollection. */
export const PaymentCollectionSchema: z.ZodType<Received<Schemas['PaymentCollection']>> = /* @__PURE__ */ read(paymentCollection);

const confirmLater: JsonSchema = {
  "type": "boolean"
};
/** Checks a ConfirmLater. */
export const ConfirmLaterSchema: z.ZodType<Received<Schemas['ConfirmLater']>> = /* @__PURE__ */ read(confirmLater);

const paymentStatus: JsonSchema = {
  "type": "string",
  "minLength": 1,
  "maxLength": 60,
  "pattern": "^[a-z_]+$"
};
/** Checks a PaymentStatus. */
export const PaymentStatusSchema: z.ZodType<Received<Schemas['PaymentStatus']>> = /* @__PURE__ */ read(paymentStatus);

const paymentReference: JsonSchema = {
  "type": "string",
  "minLength": 1,
  "maxLength": 255,
  "pattern": "^[!-~]+$"
};
/** Checks a PaymentReference. */
export const PaymentReferenceSchema: z.ZodType<Received<Schemas['PaymentReference']>> = /* @__PURE__ */ read(paymentReference);

const bookingPayment: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "status",
    "amount",
    "amount_refunded",
    "currency",
    "reference"
  ],
  "properties": {
    "status": paymentStatus,
    "amount": amount,
    "amount_captured": amount,
    "amount_refunded": amount,
    "refund_decided_by": instant,
    "refund_due": amount,
    "refund_requested": amount,
    "currency": currency,
    "reference": paymentReference,
    "settled_at": instant
  }
};
/** Checks a BookingPayment. */
export const BookingPaymentSchema: z.ZodType<Received<Schemas['BookingPayment']>> = /* @__PURE__ */ read(bookingPayment);

const confirmationCode: JsonSchema = {
  "type": "string",
  "minLength": 1,
  "maxLength": 60,
  "pattern": "^[A-Za-z0-9-]+$"
};
/** Checks a ConfirmationCode. */
export const ConfirmationCodeSchema: z.ZodType<Received<Schemas['ConfirmationCode']>> = /* @__PURE__ */ read(confirmationCode);

const bookingDocument: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "kind",
    "format",
    "value"
  ],
  "properties": {
    "kind": {
      "type": "string",
      "minLength": 1,
      "maxLength": 60,
      "pattern": "^[a-z0-9_]+$"
    },
    "format": {
      "type": "string",
      "minLength": 1,
      "maxLength": 60,
      "pattern": "^[a-z0-9_]+$"
    },
    "value": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2048,
      "pattern": "^[^\\u0000]+$"
    },
    "label": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100
    }
  }
};
/** Checks a BookingDocument. */
export const BookingDocumentSchema: z.ZodType<Received<Schemas['BookingDocument']>> = /* @__PURE__ */ read(bookingDocument);

const booking: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "id",
    "object",
    "status",
    "provider",
    "livemode",
    "created",
    "updated",
    "venue_id",
    "slot_id",
    "party_size",
    "guest",
    "metadata"
  ],
  "properties": {
    "id": bookingId,
    "object": {
      "type": "string",
      "const": "booking"
    },
    "status": bookingStatus,
    "provider": provider,
    "error_code": bookingErrorCode,
    "error_message": errorMessage,
    "next_action": nextAction,
    "last_modification": lastModification,
    "livemode": livemode,
    "created": instant,
    "updated": instant,
    "venue_id": venueId,
    "slot_id": slotId,
    "starts_at": instant,
    "party_size": partySize,
    "party": bookingParty,
    "guest": bookingGuest,
    "price": bookingPrice,
    "cancellation": cancellationPolicy,
    "payment_collection": paymentCollection,
    "confirm_later": confirmLater,
    "payment": bookingPayment,
    "webhook_url": url,
    "metadata": metadata,
    "confirmation_code": confirmationCode,
    "documents": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": bookingDocument
    },
    "expires_at": instant
  }
};
/** Checks a Booking. */
export const BookingSchema: z.ZodType<Received<Schemas['Booking']>> = /* @__PURE__ */ read(booking);

const bookingList: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "object",
    "data",
    "has_more",
    "next_cursor"
  ],
  "properties": {
    "object": {
      "type": "string",
      "const": "list"
    },
    "data": {
      "type": "array",
      "maxItems": 1000,
      "items": booking
    },
    "has_more": {
      "type": "boolean"
    },
    "next_cursor": {
      "oneOf": [
        cursor,
        {
          "type": "null"
        }
      ]
    }
  }
};
/** Checks a BookingList. */
export const BookingListSchema: z.ZodType<Received<Schemas['BookingList']>> = /* @__PURE__ */ read(bookingList);

const guest: JsonSchema = {
  "type": "object",
  "additionalProperties": false,
  "required": [
    "first_name",
    "email"
  ],
  "properties": {
    "first_name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "pattern": "^[^\\u0000]*$"
    },
    "last_name": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "pattern": "^[^\\u0000]*$"
    },
    "email": {
      "type": "string",
      "format": "email",
      "minLength": 3,
      "maxLength": 320
    },
    "phone": {
      "type": "string",
      "minLength": 8,
      "maxLength": 16,
      "pattern": "^\\+[1-9][0-9]{6,14}$"
    }
  }
};
/** Checks a Guest. */
export const GuestSchema: z.ZodType<Schemas['Guest']> = /* @__PURE__ */ read(guest);

const createBooking: JsonSchema = {
  "type": "object",
  "additionalProperties": false,
  "required": [
    "venue_id",
    "slot_id",
    "guest"
  ],
  "properties": {
    "venue_id": venueId,
    "slot_id": slotId,
    "party_size": partySize,
    "party": party,
    "guest": guest,
    "payment_collection": paymentCollection,
    "confirm_later": confirmLater,
    "webhook_url": url,
    "metadata": metadata
  }
};
/** Checks a CreateBooking. */
export const CreateBookingSchema: z.ZodType<Schemas['CreateBooking']> = /* @__PURE__ */ read(createBooking, {"field":"party","excludes":["party_size"],"replaces":["party_size"]});

const enteredCode: JsonSchema = {
  "type": "object",
  "additionalProperties": false,
  "required": [
    "type",
    "code"
  ],
  "properties": {
    "type": {
      "type": "string",
      "const": "enter_code"
    },
    "code": {
      "type": "string",
      "minLength": 4,
      "maxLength": 12,
      "pattern": "^[0-9A-Za-z]+$"
    }
  }
};
/** Checks a EnteredCode. */
export const EnteredCodeSchema: z.ZodType<Schemas['EnteredCode']> = /* @__PURE__ */ read(enteredCode);

const authorizedPayment: JsonSchema = {
  "type": "object",
  "additionalProperties": false,
  "required": [
    "type"
  ],
  "properties": {
    "type": {
      "type": "string",
      "const": "authorize_payment"
    }
  }
};
/** Checks a AuthorizedPayment. */
export const AuthorizedPaymentSchema: z.ZodType<Schemas['AuthorizedPayment']> = /* @__PURE__ */ read(authorizedPayment);

const confirmedByCaller: JsonSchema = {
  "type": "object",
  "additionalProperties": false,
  "required": [
    "type"
  ],
  "properties": {
    "type": {
      "type": "string",
      "const": "confirm_booking"
    },
    "guest": guest,
    "metadata": metadata
  }
};
/** Checks a ConfirmedByCaller. */
export const ConfirmedByCallerSchema: z.ZodType<Schemas['ConfirmedByCaller']> = /* @__PURE__ */ read(confirmedByCaller);

const answeredQuestions: JsonSchema = {
  "type": "object",
  "additionalProperties": false,
  "required": [
    "type",
    "answers"
  ],
  "properties": {
    "type": {
      "type": "string",
      "const": "answer_questions"
    },
    "answers": {
      "type": "object",
      "maxProperties": 50,
      "propertyNames": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100,
        "pattern": "^[A-Za-z0-9_-]+$"
      },
      "additionalProperties": {
        "type": "string",
        "maxLength": 1000,
        "pattern": "^[^\\u0000]*$"
      }
    }
  }
};
/** Checks a AnsweredQuestions. */
export const AnsweredQuestionsSchema: z.ZodType<Schemas['AnsweredQuestions']> = /* @__PURE__ */ read(answeredQuestions);

const continueBooking: JsonSchema = {
  "oneOf": [
    enteredCode,
    authorizedPayment,
    confirmedByCaller,
    answeredQuestions
  ]
};
/** Checks a ContinueBooking. */
export const ContinueBookingSchema: z.ZodType<Schemas['ContinueBooking']> = /* @__PURE__ */ read(continueBooking);

const cancelBooking: JsonSchema = {
  "type": "object",
  "additionalProperties": false,
  "maxProperties": 0
};
/** Checks a CancelBooking. */
export const CancelBookingSchema: z.ZodType<Schemas['CancelBooking']> = /* @__PURE__ */ read(cancelBooking);

const modifyBooking: JsonSchema = {
  "type": "object",
  "additionalProperties": false,
  "minProperties": 1,
  "properties": {
    "slot_id": slotId,
    "party_size": partySize,
    "party": party
  }
};
/** Checks a ModifyBooking. */
export const ModifyBookingSchema: z.ZodType<Schemas['ModifyBooking']> = /* @__PURE__ */ read(modifyBooking, {"field":"party","excludes":["party_size"],"replaces":[]});

const emailDestination: JsonSchema = {
  "type": "object",
  "additionalProperties": false,
  "required": [
    "channel",
    "destination"
  ],
  "properties": {
    "channel": {
      "type": "string",
      "const": "email"
    },
    "destination": {
      "type": "string",
      "format": "email",
      "minLength": 3,
      "maxLength": 320
    }
  }
};
/** Checks a EmailDestination. */
export const EmailDestinationSchema: z.ZodType<Schemas['EmailDestination']> = /* @__PURE__ */ read(emailDestination);

const phoneDestination: JsonSchema = {
  "type": "object",
  "additionalProperties": false,
  "required": [
    "channel",
    "destination"
  ],
  "properties": {
    "channel": {
      "type": "string",
      "const": "sms"
    },
    "destination": {
      "type": "string",
      "minLength": 8,
      "maxLength": 16,
      "pattern": "^\\+[1-9][0-9]{6,14}$"
    }
  }
};
/** Checks a PhoneDestination. */
export const PhoneDestinationSchema: z.ZodType<Schemas['PhoneDestination']> = /* @__PURE__ */ read(phoneDestination);

const createSession: JsonSchema = {
  "oneOf": [
    emailDestination,
    phoneDestination
  ]
};
/** Checks a CreateSession. */
export const CreateSessionSchema: z.ZodType<Schemas['CreateSession']> = /* @__PURE__ */ read(createSession);

const sessionId: JsonSchema = {
  "type": "string",
  "minLength": 36,
  "maxLength": 36,
  "pattern": "^ses_[0-9a-f]{32}$"
};
/** Checks a SessionId. */
export const SessionIdSchema: z.ZodType<Received<Schemas['SessionId']>> = /* @__PURE__ */ read(sessionId);

const session: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "id",
    "object",
    "status",
    "channel",
    "destination",
    "created",
    "expires_at",
    "attempts_left"
  ],
  "properties": {
    "id": sessionId,
    "object": {
      "type": "string",
      "const": "session"
    },
    "status": {
      "type": "string",
      "minLength": 1,
      "maxLength": 60,
      "pattern": "^[a-z_]+$"
    },
    "channel": channel,
    "destination": {
      "type": "string",
      "minLength": 1,
      "maxLength": 320
    },
    "created": instant,
    "expires_at": instant,
    "attempts_left": {
      "type": "integer",
      "format": "int32",
      "minimum": 0,
      "maximum": 100
    }
  }
};
/** Checks a Session. */
export const SessionSchema: z.ZodType<Received<Schemas['Session']>> = /* @__PURE__ */ read(session);

const verifySession: JsonSchema = {
  "type": "object",
  "additionalProperties": false,
  "required": [
    "code"
  ],
  "properties": {
    "code": {
      "type": "string",
      "minLength": 6,
      "maxLength": 6,
      "pattern": "^[0-9]{6}$"
    }
  }
};
/** Checks a VerifySession. */
export const VerifySessionSchema: z.ZodType<Schemas['VerifySession']> = /* @__PURE__ */ read(verifySession);

const card: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "object",
    "brand",
    "last4",
    "exp_month",
    "exp_year",
    "session_id"
  ],
  "properties": {
    "object": {
      "type": "string",
      "const": "card"
    },
    "brand": {
      "type": "string",
      "minLength": 1,
      "maxLength": 30,
      "pattern": "^[a-z_]+$"
    },
    "last4": {
      "type": "string",
      "minLength": 4,
      "maxLength": 4,
      "pattern": "^[0-9]{4}$"
    },
    "exp_month": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "maximum": 12
    },
    "exp_year": {
      "type": "integer",
      "format": "int32",
      "minimum": 2000,
      "maximum": 2100
    },
    "session_id": sessionId
  }
};
/** Checks a Card. */
export const CardSchema: z.ZodType<Received<Schemas['Card']>> = /* @__PURE__ */ read(card);

const knownEventType: JsonSchema = {
  "type": "string",
  "enum": [
    "booking.created",
    "booking.requires_action",
    "booking.processing",
    "booking.confirmed",
    "booking.failed",
    "booking.cancelled",
    "booking.modified"
  ]
};
/** Checks a KnownEventType. */
export const KnownEventTypeSchema: z.ZodType<Schemas['KnownEventType']> = /* @__PURE__ */ read(knownEventType);

const eventTypes: JsonSchema = {
  "type": "array",
  "minItems": 1,
  "maxItems": 20,
  "items": knownEventType
};
/** Checks a EventTypes. */
export const EventTypesSchema: z.ZodType<Schemas['EventTypes']> = /* @__PURE__ */ read(eventTypes);

const eventId: JsonSchema = {
  "type": "string",
  "minLength": 36,
  "maxLength": 36,
  "pattern": "^evt_[0-9a-f]{32}$"
};
/** Checks a EventId. */
export const EventIdSchema: z.ZodType<Received<Schemas['EventId']>> = /* @__PURE__ */ read(eventId);

const eventType: JsonSchema = {
  "type": "string",
  "minLength": 1,
  "maxLength": 60,
  "pattern": "^[a-z_]+(\\.[a-z_]+)*$"
};
/** Checks a EventType. */
export const EventTypeSchema: z.ZodType<Received<Schemas['EventType']>> = /* @__PURE__ */ read(eventType);

const bookingSummary: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "id",
    "object",
    "status",
    "provider"
  ],
  "properties": {
    "id": bookingId,
    "object": {
      "type": "string",
      "const": "booking"
    },
    "status": bookingStatus,
    "provider": provider,
    "error_code": bookingErrorCode,
    "error_message": errorMessage,
    "next_action": nextAction,
    "last_modification": lastModification
  }
};
/** Checks a BookingSummary. */
export const BookingSummarySchema: z.ZodType<Received<Schemas['BookingSummary']>> = /* @__PURE__ */ read(bookingSummary);

const eventData: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "object"
  ],
  "properties": {
    "object": bookingSummary
  }
};
/** Checks a EventData. */
export const EventDataSchema: z.ZodType<Received<Schemas['EventData']>> = /* @__PURE__ */ read(eventData);

const listedEvent: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "id",
    "type",
    "created",
    "data"
  ],
  "properties": {
    "id": eventId,
    "type": eventType,
    "created": instant,
    "data": eventData
  }
};
/** Checks a ListedEvent. */
export const ListedEventSchema: z.ZodType<Received<Schemas['ListedEvent']>> = /* @__PURE__ */ read(listedEvent);

const eventList: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "object",
    "data",
    "has_more",
    "next_cursor"
  ],
  "properties": {
    "object": {
      "type": "string",
      "const": "list"
    },
    "data": {
      "type": "array",
      "maxItems": 1000,
      "items": listedEvent
    },
    "has_more": {
      "type": "boolean"
    },
    "next_cursor": {
      "oneOf": [
        cursor,
        {
          "type": "null"
        }
      ]
    }
  }
};
/** Checks a EventList. */
export const EventListSchema: z.ZodType<Received<Schemas['EventList']>> = /* @__PURE__ */ read(eventList);

const httpStatus: JsonSchema = {
  "type": "integer",
  "format": "int32",
  "minimum": 100,
  "maximum": 599
};
/** Checks a HttpStatus. */
export const HttpStatusSchema: z.ZodType<Received<Schemas['HttpStatus']>> = /* @__PURE__ */ read(httpStatus);

const statusClass: JsonSchema = {
  "type": "string",
  "enum": [
    "2xx",
    "4xx",
    "5xx"
  ]
};
/** Checks a StatusClass. */
export const StatusClassSchema: z.ZodType<Schemas['StatusClass']> = /* @__PURE__ */ read(statusClass);

const refusalCode: JsonSchema = {
  "type": "string",
  "minLength": 1,
  "maxLength": 60,
  "pattern": "^[a-z_]+$"
};
/** Checks a RefusalCode. */
export const RefusalCodeSchema: z.ZodType<Received<Schemas['RefusalCode']>> = /* @__PURE__ */ read(refusalCode);

const sentIdempotencyKey: JsonSchema = {
  "type": "string",
  "minLength": 1,
  "maxLength": 255,
  "pattern": "^[ -~]+$"
};
/** Checks a SentIdempotencyKey. */
export const SentIdempotencyKeySchema: z.ZodType<Received<Schemas['SentIdempotencyKey']>> = /* @__PURE__ */ read(sentIdempotencyKey);

const loggedRequest: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "id",
    "object",
    "created",
    "livemode",
    "operation",
    "method",
    "path",
    "status",
    "error_code",
    "key_id",
    "idempotency_key",
    "booking_id",
    "latency_ms"
  ],
  "properties": {
    "id": requestId,
    "object": {
      "type": "string",
      "const": "request"
    },
    "created": instant,
    "livemode": {
      "type": "boolean"
    },
    "operation": {
      "type": "string",
      "minLength": 1,
      "maxLength": 60,
      "pattern": "^[A-Za-z]+$"
    },
    "method": {
      "type": "string",
      "minLength": 3,
      "maxLength": 7,
      "pattern": "^[A-Z]+$"
    },
    "path": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
    },
    "status": {
      "oneOf": [
        httpStatus,
        {
          "type": "null"
        }
      ]
    },
    "error_code": {
      "oneOf": [
        refusalCode,
        {
          "type": "null"
        }
      ]
    },
    "key_id": {
      "type": "string",
      "minLength": 1,
      "maxLength": 80
    },
    "idempotency_key": {
      "oneOf": [
        sentIdempotencyKey,
        {
          "type": "null"
        }
      ]
    },
    "booking_id": {
      "oneOf": [
        bookingId,
        {
          "type": "null"
        }
      ]
    },
    "latency_ms": {
      "type": "integer",
      "format": "int32",
      "minimum": 0,
      "maximum": 2147483647
    }
  }
};
/** Checks a LoggedRequest. */
export const LoggedRequestSchema: z.ZodType<Received<Schemas['LoggedRequest']>> = /* @__PURE__ */ read(loggedRequest);

const loggedRequestList: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "object",
    "data",
    "has_more",
    "next_cursor"
  ],
  "properties": {
    "object": {
      "type": "string",
      "const": "list"
    },
    "data": {
      "type": "array",
      "maxItems": 1000,
      "items": loggedRequest
    },
    "has_more": {
      "type": "boolean"
    },
    "next_cursor": {
      "oneOf": [
        cursor,
        {
          "type": "null"
        }
      ]
    }
  }
};
/** Checks a LoggedRequestList. */
export const LoggedRequestListSchema: z.ZodType<Received<Schemas['LoggedRequestList']>> = /* @__PURE__ */ read(loggedRequestList);

const bookingCreatedEvent: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "id",
    "type",
    "created",
    "data"
  ],
  "properties": {
    "id": eventId,
    "type": {
      "type": "string",
      "const": "booking.created"
    },
    "created": instant,
    "data": eventData
  }
};
/** Checks a BookingCreatedEvent. */
export const BookingCreatedEventSchema: z.ZodType<Received<Schemas['BookingCreatedEvent']>> = /* @__PURE__ */ read(bookingCreatedEvent);

const bookingRequiresActionEvent: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "id",
    "type",
    "created",
    "data"
  ],
  "properties": {
    "id": eventId,
    "type": {
      "type": "string",
      "const": "booking.requires_action"
    },
    "created": instant,
    "data": eventData
  }
};
/** Checks a BookingRequiresActionEvent. */
export const BookingRequiresActionEventSchema: z.ZodType<Received<Schemas['BookingRequiresActionEvent']>> = /* @__PURE__ */ read(bookingRequiresActionEvent);

const bookingProcessingEvent: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "id",
    "type",
    "created",
    "data"
  ],
  "properties": {
    "id": eventId,
    "type": {
      "type": "string",
      "const": "booking.processing"
    },
    "created": instant,
    "data": eventData
  }
};
/** Checks a BookingProcessingEvent. */
export const BookingProcessingEventSchema: z.ZodType<Received<Schemas['BookingProcessingEvent']>> = /* @__PURE__ */ read(bookingProcessingEvent);

const bookingConfirmedEvent: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "id",
    "type",
    "created",
    "data"
  ],
  "properties": {
    "id": eventId,
    "type": {
      "type": "string",
      "const": "booking.confirmed"
    },
    "created": instant,
    "data": eventData
  }
};
/** Checks a BookingConfirmedEvent. */
export const BookingConfirmedEventSchema: z.ZodType<Received<Schemas['BookingConfirmedEvent']>> = /* @__PURE__ */ read(bookingConfirmedEvent);

const bookingFailedEvent: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "id",
    "type",
    "created",
    "data"
  ],
  "properties": {
    "id": eventId,
    "type": {
      "type": "string",
      "const": "booking.failed"
    },
    "created": instant,
    "data": eventData
  }
};
/** Checks a BookingFailedEvent. */
export const BookingFailedEventSchema: z.ZodType<Received<Schemas['BookingFailedEvent']>> = /* @__PURE__ */ read(bookingFailedEvent);

const bookingCancelledEvent: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "id",
    "type",
    "created",
    "data"
  ],
  "properties": {
    "id": eventId,
    "type": {
      "type": "string",
      "const": "booking.cancelled"
    },
    "created": instant,
    "data": eventData
  }
};
/** Checks a BookingCancelledEvent. */
export const BookingCancelledEventSchema: z.ZodType<Received<Schemas['BookingCancelledEvent']>> = /* @__PURE__ */ read(bookingCancelledEvent);

const bookingModifiedEvent: JsonSchema = {
  "type": "object",
  "additionalProperties": true,
  "required": [
    "id",
    "type",
    "created",
    "data"
  ],
  "properties": {
    "id": eventId,
    "type": {
      "type": "string",
      "const": "booking.modified"
    },
    "created": instant,
    "data": eventData
  }
};
/** Checks a BookingModifiedEvent. */
export const BookingModifiedEventSchema: z.ZodType<Received<Schemas['BookingModifiedEvent']>> = /* @__PURE__ */ read(bookingModifiedEvent);
