// Makes and reads a booking, and reads what a later version sends, with what oapi-codegen makes.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"

	"booking.test/program/booking"
)

func check(err error, what string) {
	if err != nil {
		panic(what + ": " + err.Error())
	}
}

func open(url string) *booking.ClientWithResponses {
	client, err := booking.NewClientWithResponses(url, booking.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+os.Args[2])
			return nil
		}))
	check(err, "client")
	return client
}

func main() {
	ctx := context.Background()
	service, later := open(os.Args[1]), open(os.Args[3])
	guest := booking.Guest{FirstName: "Ada", Email: "ada@diner.test"}
	size := booking.PartySize(2)
	order := booking.CreateBooking{VenueId: "ven_harbour_table", SlotId: os.Args[4], PartySize: &size, Guest: guest}
	made, err := service.CreateBookingWithResponse(ctx, nil, order)
	check(err, "createBooking")
	fmt.Println("made", made.JSON201.Id)
	found, err := service.GetBookingWithResponse(ctx, made.JSON201.Id, nil)
	check(err, "getBooking")
	fmt.Println("read", found.JSON200.Id)

	read := func(last string) *booking.GetBookingResponse {
		response, err := later.GetBookingWithResponse(ctx, "bkg_"+strings.Repeat(last, 32), nil)
		check(err, last)
		return response
	}
	fmt.Println("field", read("1").JSON200.PartySize)
	fmt.Println("code", *read("2").JSON200.ErrorCode)
	fmt.Println("action", read("3").JSON200.NextAction.Type)
	fmt.Println("destination", *read("4").JSON200.NextAction.Destination)
	fmt.Println("refused", read("5").JSON404.ErrorCode)
}
