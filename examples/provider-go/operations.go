package main

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Venue is a place that takes bookings.
type Venue struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	City    string `json:"city"`
	Country string `json:"country"`
}

// Slot is a time at which a venue offers its table.
type Slot struct {
	ID       string `json:"id"`
	StartsAt string `json:"starts_at"`
	Minutes  int    `json:"duration_minutes"`
	MinParty int    `json:"min_party_size"`
	MaxParty int    `json:"max_party_size"`
	Price    Price  `json:"price"`
}

// Price is the price of a slot, or without Per the total of a booking.
type Price struct {
	// Amount is in the minor unit of the currency: 3000 is 30.00 EUR.
	Amount   int    `json:"amount"`
	Currency string `json:"currency"`
	Per      string `json:"per,omitempty"`
}

// Page is one page of a search. The cursor is the position of the next item.
type Page[Item any] struct {
	Object     string  `json:"object"`
	Data       []Item  `json:"data"`
	HasMore    bool    `json:"has_more"`
	NextCursor *string `json:"next_cursor"`
}

const maxParty = 8

var (
	venues = []Venue{
		{"ven_corner_cafe", "Corner Café", "Ghent", "BE"},
		{"ven_corner_garden", "Corner Garden", "Bruges", "BE"},
	}
	price     = Price{3000, "EUR", "person"}
	hours     = []int{18, 19, 20, 21}
	dayOfSlot = regexp.MustCompile(`_([0-9]{8})T[0-9]{4}$`)
)

func searchVenues(_ *Bookings, request Request) (any, error) {
	within := func(text, part string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(part)) }
	found := []Venue{}
	for _, venue := range venues {
		if within(venue.Name, request.Query) && within(venue.City, request.City) && within(venue.Country, request.Country) {
			found = append(found, venue)
		}
	}
	return page(found, request)
}

func searchAvailability(bookings *Bookings, request Request) (any, error) {
	day, err := time.Parse("2006-01-02", request.Date)
	if err != nil {
		return nil, Refusal{http.StatusBadRequest, "The date is not a day.", "invalid_request"}
	}
	if !isVenue(request.VenueID) {
		return nil, Refusal{http.StatusNotFound, "The provider has no such venue.", "not_found"}
	}
	free := []Slot{}
	for _, slot := range slotsOf(request.VenueID, day) {
		if request.PartySize <= maxParty && bookings.IsFree(slot.ID, "") {
			free = append(free, slot)
		}
	}
	return page(free, request)
}

func checkRequest(bookings *Bookings, request Request) (any, error) {
	if !isOffered(bookings, request.VenueID, request.SlotID, request.PartySize, "") {
		return nil, Refusal{http.StatusConflict, "The venue does not offer this slot.", "slot_not_offered"}
	}
	if request.VenueID == "ven_corner_garden" && request.Guest.LastName == "" {
		return nil, Refusal{http.StatusUnprocessableEntity, "The garden needs a last name.", "missing_last_name"}
	}
	return map[string]any{"at_once": true, "price": totalOf(request.PartySize)}, nil
}

func book(bookings *Bookings, request Request) (any, error) {
	booking := request.Booking
	if outcome, repeated := bookings.Outcome(request.Reference); repeated {
		return outcome, nil
	}
	if bookings.Has(booking.ID) {
		// It was released before this request arrived.
		return bookings.Record(Entry{Reference: request.Reference, Outcome: failed("provider_failed", "The booking was released.")})
	}
	if !isOffered(bookings, booking.VenueID, booking.SlotID, booking.PartySize, "") {
		outcome := failed("slot_not_offered", "The table was given to another guest.")
		return bookings.Record(Entry{Reference: request.Reference, Outcome: outcome})
	}
	code := "CRN-" + strings.ToUpper(strings.TrimPrefix(booking.ID, "bkg_"))
	outcome := Outcome{"outcome": "confirmed", "confirmation_code": code}
	return bookings.Record(Entry{request.Reference, outcome, booking.ID, booking.SlotID})
}

func modify(bookings *Bookings, request Request) (any, error) {
	booking, slotID, party := request.Booking, request.Booking.SlotID, request.Booking.PartySize
	if outcome, repeated := bookings.Outcome(request.Reference); repeated {
		return outcome, nil
	}
	if request.Changes.SlotID != "" {
		slotID = request.Changes.SlotID
	}
	if request.Changes.PartySize != 0 {
		party = request.Changes.PartySize
	}
	if bookings.SlotOf(booking.ID) == "" || !isOffered(bookings, booking.VenueID, slotID, party, booking.ID) {
		outcome := Outcome{"outcome": "refused", "message": "The venue does not offer this slot to this party."}
		return bookings.Record(Entry{Reference: request.Reference, Outcome: outcome})
	}
	return bookings.Record(Entry{request.Reference, Outcome{"outcome": "modified", "price": totalOf(party)}, booking.ID, slotID})
}

func release(bookings *Bookings, request Request) (any, error) {
	booking := request.Booking
	// A booking has one release, whose reference is the id of the booking.
	if outcome, repeated := bookings.Outcome(booking.ID); repeated {
		return outcome, nil
	}
	slot := bookings.SlotOf(booking.ID)
	if slot == "" {
		// The booking is recorded without a slot: a late book of it finds it.
		_, err := bookings.Record(Entry{Booking: booking.ID})
		return nil, err
	}
	outcome := Outcome{"refund": refundOf(slot, booking.PartySize)}
	return bookings.Record(Entry{Reference: booking.ID, Outcome: outcome, Booking: booking.ID})
}

// refundOf returns the whole price until a day before, and nothing later.
func refundOf(slotID string, party int) Price {
	start, err := time.Parse("20060102T1504", slotID[strings.LastIndex(slotID, "_")+1:])
	if err != nil || time.Until(start) < 24*time.Hour {
		return totalOf(0)
	}
	return totalOf(party)
}

func failed(code, message string) Outcome {
	return Outcome{"outcome": "failed", "error_code": code, "error_message": message}
}

func totalOf(party int) Price { return Price{Amount: price.Amount * party, Currency: price.Currency} }

func isVenue(id string) bool {
	for _, venue := range venues {
		if venue.ID == id {
			return true
		}
	}
	return false
}

// slotsOf returns every future slot of a venue on a day, free or not.
func slotsOf(venueID string, day time.Time) []Slot {
	slots := []Slot{}
	for _, hour := range hours {
		start := day.Add(time.Duration(hour) * time.Hour)
		if start.After(time.Now()) {
			id := "slt_" + strings.TrimPrefix(venueID, "ven_") + "_" + start.Format("20060102T1504")
			slots = append(slots, Slot{id, start.UTC().Format(time.RFC3339), 90, 1, maxParty, price})
		}
	}
	return slots
}

func isOffered(bookings *Bookings, venueID, slotID string, party int, bookingID string) bool {
	match := dayOfSlot.FindStringSubmatch(slotID)
	if match == nil || party > maxParty || !isVenue(venueID) || !bookings.IsFree(slotID, bookingID) {
		return false
	}
	day, err := time.Parse("20060102", match[1])
	if err != nil {
		return false
	}
	for _, slot := range slotsOf(venueID, day) {
		if slot.ID == slotID {
			return true
		}
	}
	return false
}

func page[Item any](items []Item, request Request) (any, error) {
	start := 0
	if request.Cursor != "" {
		position, err := strconv.Atoi(request.Cursor)
		if err != nil || position < 1 || position > len(items) {
			return nil, Refusal{http.StatusBadRequest, "The cursor is not a next_cursor of this search.", "invalid_request"}
		}
		start = position
	}
	end := start + request.Limit
	if request.Limit < 1 || end > len(items) {
		end = len(items)
	}
	result := Page[Item]{Object: "list", Data: items[start:end], HasMore: end < len(items)}
	if result.HasMore {
		next := strconv.Itoa(end)
		result.NextCursor = &next
	}
	return result, nil
}
