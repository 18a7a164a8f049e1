/** Samples in Go, with its standard library, as gofmt writes them. */
import type { Delivery } from '../../document/bundled-contract.ts';
import type { SampleRequest, SampleVariables } from './sample-request.ts';

/** A request with net/http. */
export function goSample({ verb, url, headers, body }: SampleRequest, variables: SampleVariables): string {
  const address = [`os.Getenv("${variables.url}")`, ...url.map(partOf)].filter((part) => part !== '""').join('+');
  const set = Object.entries({ ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) }).map(
    ([name, value]) => `\trequest.Header.Set(${JSON.stringify(name)}, ${JSON.stringify(value)})\n`,
  );
  return `package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
${body === undefined ? '' : '\t"strings"\n'}	"time"
)

func main() {
${body === undefined ? '' : `\tbody := strings.NewReader(${rawString(JSON.stringify(body, null, 2))})\n`}	request, err := http.NewRequest("${verb}", ${address}, ${body === undefined ? 'nil' : 'body'})
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("${variables.key}"))
${set.join('')}	client := http.Client{Timeout: 30 * time.Second}
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
`;
}

/** A receiver of webhooks. It accepts any of several signatures, as after a change of the secret. */
export function goReceiver(
  type: string,
  { signature, body_bytes }: { readonly signature: Delivery['signature']; readonly body_bytes: number },
  variables: string,
): string {
  const { header, scheme, tolerance_seconds } = signature;
  return `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

func main() {
	secret := []byte(os.Getenv("${variables}_WEBHOOK_SECRET"))

	isSigned := func(header string, body []byte) bool {
		first, signatures, _ := strings.Cut(header, ",")
		sent := strings.TrimPrefix(first, "t=")
		seconds, err := strconv.ParseInt(sent, 10, 64)
		if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > ${tolerance_seconds}*time.Second {
			return false
		}
		mac := hmac.New(sha256.New, secret)
		mac.Write([]byte(sent + "."))
		mac.Write(body)
		expected := "${scheme}=" + hex.EncodeToString(mac.Sum(nil))
		for _, each := range strings.Split(signatures, ",") {
			if hmac.Equal([]byte(each), []byte(expected)) {
				return true
			}
		}
		return false
	}

	receive := func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, ${body_bytes}))
		if err != nil || !isSigned(r.Header.Get("${header}"), body) {
			http.Error(w, "The signature does not match.", http.StatusBadRequest)
			return
		}
		var event struct {
			Type string
			Data struct{ Object struct{ ID string } }
		}
		if err := json.Unmarshal(body, &event); err != nil {
			http.Error(w, "The body is not an event.", http.StatusBadRequest)
			return
		}
		if event.Type == "${type}" {
			fmt.Println(event.Type, event.Data.Object.ID)
		}
		w.WriteHeader(http.StatusNoContent)
	}

	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), http.HandlerFunc(receive)))
}
`;
}

/** A part of the address: text, or every second one a variable. */
function partOf(part: string, index: number): string {
  return index % 2 === 0 ? JSON.stringify(part) : `os.Getenv("${part}")`;
}

/** Text between backquotes, which cannot contain one. */
export function rawString(text: string): string {
  return text.includes('`') ? JSON.stringify(text) : `\`${text}\``;
}
