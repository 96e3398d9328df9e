"""What Apprise's own client sends to its API, and what its library hands on of a body of ours (standard input)."""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import apprise

heard = []


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        heard.append({"path": self.path, "body": json.loads(body)})
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()
host = f"127.0.0.1:{server.server_port}"
ours = json.load(sys.stdin)

client = apprise.Apprise()
client.add(f"apprise://{host}/orchard-key?format=text")
client.notify(title="title", body="body", notify_type=ours["type"])

# As the API does with what it is sent.
service = apprise.Apprise()
service.add(f"json://{host}/handed-on")
service.notify(
    title=ours["title"], body=ours["body"], notify_type=ours["type"], body_format=ours["format"]
)
print(json.dumps({
    "heard": heard,
    "types": list(apprise.NOTIFY_TYPES),
    "formats": list(apprise.NOTIFY_FORMATS),
    "version": apprise.__version__,
}))
