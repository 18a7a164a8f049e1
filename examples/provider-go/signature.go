package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"regexp"
	"strconv"
	"time"
)

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
