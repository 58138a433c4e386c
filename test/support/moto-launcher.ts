/**
 * moto's own server handles requests in threads and its stores have no locks, so that racing
 * writers lose updates. Here S3 and DynamoDB have a server that takes one request at a time; SQS
 * keeps threads, because a long poll would hold up everybody.
 */
export const MOTO_LAUNCHER = `
import json, logging, sys, threading
from werkzeug.serving import make_server
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
logging.getLogger("werkzeug").setLevel(logging.CRITICAL)
app = DomainDispatcherApplication(create_backend_app)
serial = make_server("127.0.0.1", 0, app, threaded=False)
threaded = make_server("127.0.0.1", 0, app, threaded=True)
for server in (serial, threaded):
    threading.Thread(target=server.serve_forever, daemon=True).start()
url = lambda server: "http://127.0.0.1:%d" % server.server_port
print(json.dumps({"s3": url(serial), "dynamodb": url(serial), "sqs": url(threaded)}), flush=True)
sys.stdin.read()
`;
