import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.BookingsApi;
import org.openapitools.client.model.Booking;
import org.openapitools.client.model.CodedError;
import org.openapitools.client.model.CreateBooking;
import org.openapitools.client.model.Guest;

/** Makes and reads a booking, and reads what a later version sends, with what openapi-generator makes for Java. */
public class OpenapiGenerator {
    private static BookingsApi open(String url, String key) {
        ApiClient client = new ApiClient();
        client.setBasePath(url);
        client.setBearerToken(key);
        return new BookingsApi(client);
    }

    public static void main(String[] args) throws Exception {
        BookingsApi service = open(args[0], args[1]);
        BookingsApi later = open(args[2], args[1]);
        Guest guest = new Guest().firstName("Ada").email("ada@diner.test");
        CreateBooking order =
                new CreateBooking().venueId("ven_harbour_table").slotId(args[3]).partySize(2).guest(guest);
        Booking made = service.createBooking(order, null, null);
        System.out.println("made " + made.getId());
        System.out.println("read " + service.getBooking(made.getId(), null).getId());

        System.out.println("field " + read(later, "1").getPartySize());
        System.out.println("code " + read(later, "2").getErrorCode());
        System.out.println("action " + read(later, "3").getNextAction().getType());
        System.out.println("destination " + read(later, "4").getNextAction().getDestination());
        try {
            read(later, "5");
        } catch (ApiException refused) {
            System.out.println("refused " + CodedError.fromJson(refused.getResponseBody()).getErrorCode());
        }
        // The threads of the HTTP client would keep the process running for a minute.
        System.exit(0);
    }

    private static Booking read(BookingsApi bookings, String last) throws ApiException {
        return bookings.getBooking("bkg_" + last.repeat(32), null);
    }
}
