"""Play Level X against a robot over a socket: `python examples/live_socket.py [address]`.

It needs the package `websockets`. docs/LIVE.md describes the messages.
"""

import json
import random
import sys
from urllib.request import Request, urlopen
from uuid import uuid4

from websockets.sync.client import connect

SERVER = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"

seats = [{"name": "Ada"}, {"name": "Robot", "bot": "greedy"}]
body = json.dumps({"game": "levelx", "seats": seats}).encode()
new_match = Request(f"{SERVER}/api/matches", body, {"content-type": "application/json"})
with urlopen(new_match) as answer:
    match = json.load(answer)
    cookie = answer.headers["set-cookie"].partition(";")[0]  # who has it holds seat 0

address = SERVER.replace("http", "ws", 1) + f"/api/matches/{match['id']}/socket"
with connect(address, additional_headers={"Cookie": cookie}) as socket:
    for number, text in enumerate(socket):
        message = json.loads(text)
        if message["type"] == "answer" and not message["ok"]:
            sys.exit(message["problem"]["message"])
        if message["type"] == "frame" and message["kind"] == "end":
            print(message["points"])
            break
        if message["type"] == "frame" and message.get("mine"):
            command = {"kind": message["waits_for"], "seat": 0, "version": message["version"]}
            command["id"] = str(uuid4())  # sent again with the same id, it would count once
            if "moves" in message:
                command["move"] = random.choice(message["moves"])
            socket.send(json.dumps({"id": number, "command": command}))
