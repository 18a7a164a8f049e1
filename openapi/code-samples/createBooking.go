package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"time"
)

func main() {
	slotID := os.Getenv("SLOT_ID") // from the availability search
	body, err := json.Marshal(map[string]any{
		"venue_id":   "ven_harbour_table",
		"slot_id":    slotID,
		"party_size": 2,
		"guest":      map[string]string{"first_name": "Ada", "email": "ada@diner.test"},
	})
	if err != nil {
		log.Fatal(err)
	}
	request, err := http.NewRequest("POST", os.Getenv("BOOKING_BASE_URL")+"/v1/bookings", bytes.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("BOOKING_API_KEY"))
	request.Header.Set("Idempotency-Key", slotID+"-go")
	request.Header.Set("Content-Type", "application/json")
	client := http.Client{Timeout: 30 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(response.StatusCode, string(content))
}
