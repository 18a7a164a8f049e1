import { contentsOf, type Operation, operationText } from './operation-page.ts';
import type { CodeSample, Delivery } from '../../document/bundled-contract.ts';
import { literal, sample } from '../../generate/samples/code-samples.ts';
import { oneLine } from '../../generate/samples/sample-request.ts';
import { rawString } from '../../generate/samples/go-samples.ts';
import { pythonLiteral } from '../../generate/samples/python-samples.ts';
import { resolverOf } from './field-table.ts';
import { code } from '../site/markup.ts';
import type { SitePage } from '../site/site-page.ts';

/** The parts of the bundled contract that this reads. */
export interface CalledContract {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

// The samples of a contract that others implement: each operation as the service sends it, with a signature, to try an implementation.

/** A signed request. */
export interface SignedSample {
  /** The environment variables with the address of the implementation and with the secret. */
  readonly url: string;
  readonly secret: string;
  /** The header of the signature, and the name of its scheme. */
  readonly signature: Pick<Delivery['signature'], 'header' | 'scheme'>;
}

interface Call extends SignedSample {
  readonly path: string;
  readonly body: unknown;
}

/** Returns the samples by operationId. Every operation is a POST with a body, of which the samples have the first example. */
export function signedSamples(contract: CalledContract, signed: SignedSample): Map<string, readonly CodeSample[]> {
  const resolve = resolverOf(contract);
  return new Map(
    Object.entries(contract.paths).flatMap(([path, methods]) =>
      Object.values(methods).map(({ operationId, requestBody }) => {
        const { content } = requestBody ? resolve(requestBody) : {};
        const [example] = Object.values(content?.['application/json']?.examples ?? {});
        const call = { ...signed, path, body: example && resolve(example).value };
        return [
          operationId,
          [
            sample('curl', curl(call)),
            sample('TypeScript', typeScript(call)),
            sample('Python', python(call)),
            sample('Go', go(call)),
          ],
        ] as const;
      }),
    ),
  );
}

function curl({ url, secret, signature: { header, scheme }, path, body }: Call): string {
  return `body='${oneLine(body).replaceAll("'", `'\\''`)}'
sent=$(date +%s)
signature=$(printf '%s' "$sent.$body" | openssl dgst -sha256 -hmac "$${secret}" -r | cut -d ' ' -f 1)
curl -sS "$${url}${path}" \\
  -H "Content-Type: application/json" \\
  -H "${header}: t=$sent,${scheme}=$signature" \\
  -d "$body"
`;
}

function typeScript({ url, secret, signature: { header, scheme }, path, body }: Call): string {
  return `import { createHmac } from 'node:crypto';

const { ${url}, ${secret} = '' } = process.env;

const body = JSON.stringify(${literal(body)});
const sent = Math.floor(Date.now() / 1000);
const signature = createHmac('sha256', ${secret}).update(\`\${sent}.\${body}\`).digest('hex');
const response = await fetch(\`\${${url}}${path}\`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', '${header}': \`t=\${sent},${scheme}=\${signature}\` },
  body,
});
console.log(response.status, await response.text());
`;
}

function python({ url, secret, signature: { header, scheme }, path, body }: Call): string {
  return `import hashlib
import hmac
import json
import os
import time
from urllib.request import Request, urlopen

body = json.dumps(${pythonLiteral(body, '', 'body = json.dumps().encode()'.length)}).encode()
sent = str(int(time.time()))
secret = os.environ["${secret}"].encode()
signature = hmac.new(secret, sent.encode() + b"." + body, hashlib.sha256).hexdigest()
request = Request(
    f"{os.environ['${url}']}${path}",
    method="POST",
    headers={
        "Content-Type": "application/json",
        "${header}": f"t={sent},${scheme}={signature}",
    },
    data=body,
)
with urlopen(request, timeout=30) as response:
    print(response.status, response.read().decode())
`;
}

function go({ url, secret, signature: { header, scheme }, path, body }: Call): string {
  return `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"time"
)

func main() {
	body := ${rawString(JSON.stringify(body, null, 2))}
	sent := time.Now().Unix()
	mac := hmac.New(sha256.New, []byte(os.Getenv("${secret}")))
	fmt.Fprintf(mac, "%d.%s", sent, body)
	request, err := http.NewRequest("POST", os.Getenv("${url}")+"${path}", strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("${header}", fmt.Sprintf("t=%d,${scheme}=%x", sent, mac.Sum(nil)))
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
`;
}

/** The texts of the page. */
export interface CalledPage {
  readonly path: string;
  readonly title: string;
  /** Markdown after the description of the contract. */
  readonly more: string;
  /** Of the samples. */
  readonly signed: SignedSample;
}

/** The reference of a contract that others implement, as one page. */
export function calledPage(contract: CalledContract, { path: page, title, more, signed }: CalledPage): SitePage {
  const samples = signedSamples(contract, signed);
  const beforeSamples = `The request as the service sends it, for your own tests. Set ${code(signed.url)} to your address, and ${code(signed.secret)}.`;
  const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      operationText({
        method,
        path,
        operation: { ...operation, 'x-codeSamples': samples.get(operation.operationId) ?? [] },
        beforeSamples,
        resolve: resolverOf(contract),
        requirements: [`Operation id: ${code(operation.operationId)}.`],
        describeError: () => undefined,
        level: 2,
      }),
    ),
  );
  return {
    path: page,
    markdown: [`# ${title}`, contract.info.description, more, contentsOf(operations), ...operations].join('\n\n'),
  };
}
