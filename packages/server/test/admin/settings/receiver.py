"""Receives webhooks with the Python verifier of the examples. Usage: receiver.py FOLDER_OF_THE_VERIFIER

Each line of standard input replaces the secrets, which commas separate. It prints `port N`, `secrets N` for each such line, and for
each webhook the index of the secret that matched and the id of the event, or `refused REASON`.
"""

import http.server
import sys
import threading

sys.path.insert(0, sys.argv[1])
from verify_webhook import Refused, verify_webhook

secrets = []
printing = threading.Lock()


def say(*words):
    with printing:
        print(*words, flush=True)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event, secret_index, _ = verify_webhook(body, self.headers["Service-Signature"], secrets)
            say(secret_index, event["id"])
            self.send_response(204)
        except Refused as reason:
            say("refused", reason)
            self.send_response(400)
            self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    # The service opens many connections at once. The default of 5 would refuse some of them.
    request_queue_size = 128


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
say("port", server.server_port)
for line in sys.stdin:
    secrets = line.strip().split(",")
    say("secrets", len(secrets))
