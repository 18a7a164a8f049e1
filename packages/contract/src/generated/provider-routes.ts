// Written from openapi/provider.yaml. Edit that, then run: npm run generate

export const providerRoutes = {
  "searchVenues": {
    "method": "post",
    "path": "/venues/search",
    "body": "required"
  },
  "searchAvailability": {
    "method": "post",
    "path": "/availability/search",
    "body": "required"
  },
  "checkRequest": {
    "method": "post",
    "path": "/bookings/check",
    "body": "required"
  },
  "book": {
    "method": "post",
    "path": "/bookings/book",
    "body": "required"
  },
  "modify": {
    "method": "post",
    "path": "/bookings/modify",
    "body": "required"
  },
  "checkHold": {
    "method": "post",
    "path": "/bookings/check-hold",
    "body": "required"
  },
  "release": {
    "method": "post",
    "path": "/bookings/release",
    "body": "required"
  },
  "readBooking": {
    "method": "post",
    "path": "/bookings/read",
    "body": "required"
  }
} as const;
