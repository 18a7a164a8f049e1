package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sync"
)

// Outcome is the result of a book, a modify or a release.
type Outcome map[string]any

// Entry is one line of the journal: the outcome of a reference, and the slot that a booking has from then on.
type Entry struct {
	Reference string  `json:"reference,omitempty"`
	Outcome   Outcome `json:"outcome,omitempty"`
	// Booking is empty if the entry changes no booking.
	Booking string `json:"booking,omitempty"`
	// Slot is empty if the booking was released.
	Slot string `json:"slot,omitempty"`
}

// Bookings are the bookings of this provider. Lock them for one operation. A journal on disk keeps them.
type Bookings struct {
	sync.Mutex
	journal  *os.File
	outcomes map[string]Outcome
	slots    map[string]string
	holders  map[string]string
}

// OpenBookings reads the journal and appends to it from then on.
func OpenBookings(file string) (*Bookings, error) {
	journal, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	bookings := &Bookings{journal: journal, outcomes: map[string]Outcome{}, slots: map[string]string{}, holders: map[string]string{}}
	lines := bufio.NewScanner(journal)
	end := int64(0)
	for lines.Scan() {
		var entry Entry
		if err := json.Unmarshal(lines.Bytes(), &entry); err != nil {
			break // A crash cut this line short: no response was sent for it.
		}
		bookings.apply(entry)
		end += int64(len(lines.Bytes())) + 1
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	return bookings, journal.Truncate(end)
}

// Record writes the entry to disk, applies it and returns its outcome.
func (bookings *Bookings) Record(entry Entry) (any, error) {
	line, err := json.Marshal(entry)
	if err != nil {
		return nil, err
	}
	if _, err := bookings.journal.Write(append(line, '\n')); err != nil {
		return nil, fmt.Errorf("the journal cannot be written: %w", err)
	}
	if err := bookings.journal.Sync(); err != nil {
		return nil, fmt.Errorf("the journal cannot be written: %w", err)
	}
	bookings.apply(entry)
	return entry.Outcome, nil
}

func (bookings *Bookings) apply(entry Entry) {
	if entry.Reference != "" {
		bookings.outcomes[entry.Reference] = entry.Outcome
	}
	if entry.Booking == "" {
		return
	}
	delete(bookings.holders, bookings.slots[entry.Booking])
	bookings.slots[entry.Booking] = entry.Slot
	if entry.Slot != "" {
		bookings.holders[entry.Slot] = entry.Booking
	}
}

// Outcome returns the outcome of a reference that was recorded before.
func (bookings *Bookings) Outcome(reference string) (Outcome, bool) {
	outcome, known := bookings.outcomes[reference]
	return outcome, known
}

// Has returns whether the booking was made or released here.
func (bookings *Bookings) Has(booking string) bool {
	_, known := bookings.slots[booking]
	return known
}

// SlotOf returns the slot that the booking has, or nothing.
func (bookings *Bookings) SlotOf(booking string) string { return bookings.slots[booking] }

// IsFree returns whether no other booking has the slot.
func (bookings *Bookings) IsFree(slot, booking string) bool {
	holder := bookings.holders[slot]
	return holder == "" || holder == booking
}
