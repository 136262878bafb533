"""Play Level X against a robot over the JSON API: `python examples/client.py [address]`."""

import json
import random
import sys
from urllib.request import HTTPCookieProcessor, Request, build_opener

SERVER = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
BROWSER = build_opener(HTTPCookieProcessor())  # the server knows its guests by a cookie


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"{SERVER}/api{path}", data, {"content-type": "application/json"})
    with BROWSER.open(request) as answer:
        return json.load(answer)


seats = [{"name": "Ada"}, {"name": "Robot", "bot": "greedy"}]
match = ask("/matches", {"game": "levelx", "seats": seats})
while match["waits_for"] != "end":
    if match["seat"] == 0:
        command = {"kind": match["waits_for"], "seat": 0, "version": match["version"]}
        if match["moves"]:
            command["move"] = random.choice(match["moves"])
        match = ask(f"/matches/{match['id']}/commands", command)
    else:
        match = ask(f"/matches/{match['id']}?since={match['version']}&wait=20")
print(match["result"])
