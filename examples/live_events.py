"""Play Level X against a robot by server-sent events and POST: `python examples/live_events.py`.

It needs nothing but Python, and takes another address as its argument. docs/LIVE.md describes the
messages.
"""

import json
import random
import sys
from urllib.request import HTTPCookieProcessor, Request, build_opener
from uuid import uuid4

SERVER = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
BROWSER = build_opener(HTTPCookieProcessor())  # the server knows its guests by a cookie


def post(path, body):
    data = json.dumps(body).encode()
    with BROWSER.open(Request(SERVER + path, data, {"content-type": "application/json"})) as answer:
        return json.load(answer)


seats = [{"name": "Ada"}, {"name": "Robot", "bot": "greedy"}]
match = post("/api/matches", {"game": "levelx", "seats": seats})
with BROWSER.open(f"{SERVER}/api/matches/{match['id']}/live") as stream:
    for line in stream:
        message = json.loads(line[6:]) if line.startswith(b"data: ") else {"type": None}
        if message["type"] == "frame" and message["kind"] == "end":
            print(message["points"])
            break
        if message["type"] == "frame" and message.get("mine"):
            command = {"kind": message["waits_for"], "seat": 0, "version": message["version"]}
            command["id"] = str(uuid4())  # sent again with the same id, it would count once
            if "moves" in message:
                command["move"] = random.choice(message["moves"])
            post(f"/api/matches/{match['id']}/commands", command)
