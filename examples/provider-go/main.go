// A provider for Booking Service, with Go's standard library only.
//
// It implements openapi/provider.yaml for two venues, each with one table at 18:00, 19:00, 20:00 and 21:00 UTC. A journal
// keeps every reference (journal.go), so that a repeated request has its effect once, also after a restart. Copy it and replace
// the tables by your own records.
//
// It serves one mode and refuses the other. A test key must never take a table from a guest, so run one process for each mode,
// with records and a secret of its own.
//
//	PROVIDER_SECRET=... go run . -mode test -port 7430 -data test-bookings.jsonl
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const maxBodyBytes = 65_536

// Refusal is a documented refusal: a status and an error_code.
type Refusal struct {
	Status int    `json:"-"`
	Text   string `json:"error"`
	Code   string `json:"error_code"`
}

func (refusal Refusal) Error() string { return refusal.Text }

// Request has the fields of every operation. Fields that this provider does not use are ignored.
type Request struct {
	Operation string  `json:"operation"`
	Livemode  *bool   `json:"livemode"`
	Query     string  `json:"query"`
	City      string  `json:"city"`
	Country   string  `json:"country"`
	Limit     int     `json:"limit"`
	Cursor    string  `json:"cursor"`
	VenueID   string  `json:"venue_id"`
	Date      string  `json:"date"`
	SlotID    string  `json:"slot_id"`
	PartySize int     `json:"party_size"`
	Guest     Guest   `json:"guest"`
	Reference string  `json:"reference"`
	Booking   Booking `json:"booking"`
	Changes   Changes `json:"changes"`
}

// Guest is the guest of a booking.
type Guest struct {
	LastName string `json:"last_name"`
}

// Booking is a booking of the service.
type Booking struct {
	ID        string `json:"id"`
	VenueID   string `json:"venue_id"`
	SlotID    string `json:"slot_id"`
	PartySize int    `json:"party_size"`
}

// Changes are the new values of a modification.
type Changes struct {
	SlotID    string `json:"slot_id"`
	PartySize int    `json:"party_size"`
}

type operation struct {
	name string
	run  func(*Bookings, Request) (any, error)
}

var operations = map[string]operation{
	"/venues/search":       {"searchVenues", searchVenues},
	"/availability/search": {"searchAvailability", searchAvailability},
	"/bookings/check":      {"checkRequest", checkRequest},
	"/bookings/book":       {"book", book},
	"/bookings/modify":     {"modify", modify},
	"/bookings/release":    {"release", release},
}

type provider struct {
	secret   []byte
	livemode bool
	bookings *Bookings
}

func (provider *provider) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	result, err := provider.handle(response, request)
	var refusal Refusal
	switch {
	case errors.As(err, &refusal):
		respond(response, refusal.Status, refusal)
	case err != nil: // The service sends the request again later.
		log.Printf("%s failed: %v", request.URL.Path, err)
		respond(response, http.StatusInternalServerError, Refusal{Text: "The provider failed.", Code: "internal_error"})
	case result == nil:
		response.WriteHeader(http.StatusNoContent)
	default:
		respond(response, http.StatusOK, result)
	}
}

func (provider *provider) handle(response http.ResponseWriter, request *http.Request) (any, error) {
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBodyBytes))
	if err != nil {
		return nil, Refusal{http.StatusBadRequest, "The body is too long, or it did not arrive.", "invalid_request"}
	}
	if err := verify(provider.secret, request.Header.Get("Service-Signature"), body, time.Now()); err != nil {
		return nil, err
	}
	operation, known := operations[request.URL.Path]
	if !known || request.Method != http.MethodPost {
		return nil, Refusal{http.StatusNotFound, "The provider has no such operation.", "not_found"}
	}
	var decoded Request
	if json.Unmarshal(body, &decoded) != nil {
		return nil, Refusal{http.StatusBadRequest, "The body does not match the contract.", "invalid_request"}
	}
	// The signature covers the body, so the body names the operation.
	if decoded.Operation != operation.name {
		text := fmt.Sprintf("The operation of the body is not %s.", operation.name)
		return nil, Refusal{http.StatusBadRequest, text, "invalid_request"}
	}
	if decoded.Livemode == nil || *decoded.Livemode != provider.livemode {
		return nil, Refusal{http.StatusBadRequest, "The request is of the mode that this provider does not serve.", "invalid_request"}
	}
	provider.bookings.Lock()
	defer provider.bookings.Unlock()
	return operation.run(provider.bookings, decoded)
}

func respond(response http.ResponseWriter, status int, body any) {
	content, err := json.Marshal(body)
	if err != nil {
		status, content = http.StatusInternalServerError, []byte(`{"error":"The provider failed.","error_code":"internal_error"}`)
	}
	response.Header().Set("Content-Type", "application/json")
	response.WriteHeader(status)
	_, _ = response.Write(content)
}

func main() {
	port := flag.Int("port", 7430, "the port to listen on")
	data := flag.String("data", "bookings.jsonl", "the file of the journal")
	mode := flag.String("mode", "test", "the mode to serve: test or live")
	flag.Parse()
	if *mode != "test" && *mode != "live" {
		log.Fatalf("-mode is %q. Use test or live.", *mode)
	}
	secret := strings.TrimSpace(os.Getenv("PROVIDER_SECRET"))
	if secret == "" {
		log.Fatal("PROVIDER_SECRET is not set. Set it to the secret of this supplier in providers.yaml.")
	}
	bookings, err := OpenBookings(*data)
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		log.Fatal(err)
	}
	server := &http.Server{
		Handler:           &provider{secret: []byte(secret), livemode: *mode == "live", bookings: bookings},
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       60 * time.Second,
	}
	fmt.Printf("The provider listens at http://%s\n", listener.Addr())
	log.Fatal(server.Serve(listener))
}

const tolerance = 300 * time.Second

var signature = regexp.MustCompile(`^t=([0-9]{1,12}),v1=([0-9a-f]{64})$`)

// verify returns a Refusal unless the header is a signature of these bytes that is at most five minutes old.
func verify(secret []byte, header string, body []byte, now time.Time) error {
	match := signature.FindStringSubmatch(header)
	if match == nil {
		return Refusal{http.StatusUnauthorized, "The Service-Signature header is missing or malformed.", "unauthorized"}
	}
	// Both are digits by the pattern.
	seconds, _ := strconv.ParseInt(match[1], 10, 64)
	given, _ := hex.DecodeString(match[2])
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(match[1] + "."))
	mac.Write(body)
	if !hmac.Equal(mac.Sum(nil), given) {
		return Refusal{http.StatusUnauthorized, "The signature does not match the body.", "unauthorized"}
	}
	if now.Sub(time.Unix(seconds, 0)).Abs() > tolerance {
		return Refusal{http.StatusUnauthorized, "The signature is too old or too early.", "unauthorized"}
	}
	return nil
}
