// Makes and reads a booking, and reads what a later version sends, with what openapi-generator makes for Go.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	api "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func bookings(url string) *api.BookingsAPIService {
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: url}}
	return api.NewAPIClient(configuration).BookingsAPI
}

func check(err error, what string) {
	if err != nil {
		panic(what + ": " + err.Error())
	}
}

func main() {
	service, later := bookings(os.Args[1]), bookings(os.Args[3])
	ctx := context.WithValue(context.Background(), api.ContextAccessToken, os.Args[2])
	guest := *api.NewGuest("Ada", "ada@diner.test")
	order := *api.NewCreateBooking("ven_harbour_table", os.Args[4], guest)
	order.SetPartySize(2)
	made, _, err := service.CreateBooking(ctx).CreateBooking(order).Execute()
	check(err, "createBooking")
	fmt.Println("made", made.Id)
	found, _, err := service.GetBooking(ctx, made.Id).Execute()
	check(err, "getBooking")
	fmt.Println("read", found.Id)

	read := func(last string) *api.Booking {
		booking, _, err := later.GetBooking(ctx, "bkg_"+strings.Repeat(last, 32)).Execute()
		check(err, last)
		return booking
	}
	fmt.Println("field", read("1").PartySize)
	fmt.Println("code", *read("2").ErrorCode)
	fmt.Println("action", read("3").NextAction.Type)
	fmt.Println("destination", *read("4").NextAction.Destination)
	_, _, err = later.GetBooking(ctx, "bkg_"+strings.Repeat("5", 32)).Execute()
	refused := err.(*api.GenericOpenAPIError).Model().(api.CodedError)
	fmt.Println("refused", refused.ErrorCode)
}
