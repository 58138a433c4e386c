/**
 * moto's server handles requests in threads and its stores have no locks, so that concurrent
 * writers lose updates. Here every service handles one request at a time. A long poll would block
 * the others: it is repeated as a short poll until a message arrives or its caller has left.
 */
export const MOTO_LAUNCHER = `
import io, json, logging, select, socket, sys, threading, time
from werkzeug.serving import make_server
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
logging.getLogger("werkzeug").setLevel(logging.CRITICAL)
moto = DomainDispatcherApplication(create_backend_app)
turn = threading.Lock()

def has_left(connection):
    readable = connection is not None and select.select([connection], [], [], 0)[0]
    return readable and connection.recv(1, socket.MSG_PEEK) == b""

def queues(environ, start_response):
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    until = time.monotonic()
    if environ.get("HTTP_X_AMZ_TARGET") == "AmazonSQS.ReceiveMessage":
        asked = json.loads(body)
        until += asked.get("WaitTimeSeconds", 0)
        body = json.dumps({**asked, "WaitTimeSeconds": 0}).encode()
    while True:
        replies = []
        request = {**environ, "wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body))}
        with turn:
            reply = b"".join(moto(request, lambda *head: replies.append(head)))
        if b'"Messages"' in reply or time.monotonic() >= until:
            start_response(*replies[-1])
            return [reply]
        time.sleep(0.05)
        if has_left(environ.get("werkzeug.socket")):
            start_response("499 Left", [])
            return []

serial = make_server("127.0.0.1", 0, moto, threaded=False)
threaded = make_server("127.0.0.1", 0, queues, threaded=True)
for server in (serial, threaded):
    threading.Thread(target=server.serve_forever, daemon=True).start()
url = lambda server: "http://127.0.0.1:%d" % server.server_port
print(json.dumps({"s3": url(serial), "dynamodb": url(serial), "sqs": url(threaded)}), flush=True)
sys.stdin.read()
`;
