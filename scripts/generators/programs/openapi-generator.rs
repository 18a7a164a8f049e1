//! Makes and reads a booking, and reads what a later version sends, with what openapi-generator makes for Rust.
use openapi::apis::{bookings_api::{create_booking, get_booking, GetBookingError}, configuration::Configuration, Error};
use openapi::models::{CreateBooking, Guest};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let args: Vec<String> = std::env::args().collect();
    let at = |url: &str| Configuration { base_path: url.into(), bearer_access_token: Some(args[2].clone()), ..Configuration::new() };
    let (service, later) = (at(&args[1]), at(&args[3]));
    let guest = Guest::new("Ada".into(), "ada@diner.test".into());
    let required = CreateBooking::new("ven_harbour_table".into(), args[4].clone(), guest);
    let booking = CreateBooking { party_size: Some(2), ..required };
    let made = create_booking(&service, booking, None, None).await.expect("createBooking");
    println!("made {}", made.id);
    println!("read {}", get_booking(&service, &made.id, None).await.expect("getBooking").id);

    let id = |last: char| format!("bkg_{}", last.to_string().repeat(32));
    println!("field {}", get_booking(&later, &id('1'), None).await.expect("a new field").party_size);
    println!("code {}", get_booking(&later, &id('2'), None).await.expect("a new code").error_code.unwrap());
    println!("action {}", get_booking(&later, &id('3'), None).await.expect("a new action").next_action.unwrap().r#type);
    println!("destination {}", get_booking(&later, &id('4'), None).await.expect("an action of today").next_action.unwrap().destination.unwrap());
    match get_booking(&later, &id('5'), None).await {
        Err(Error::ResponseError(refused)) => match refused.entity {
            // The generated code distinguishes refusals by their bodies only. Many statuses share one body; it takes the first.
            Some(GetBookingError::Status400(body) | GetBookingError::Status404(body)) => println!("refused {}", body.error_code),
            other => println!("refused {other:?}"),
        },
        other => println!("refused {other:?}"),
    }
}
