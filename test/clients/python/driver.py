"""Calls clients/python/vehicles.py with each argument, a call as JSON, and prints what came of it as a line of JSON.

At the request whose number is `stopAt` it prints a line and waits for one, so that a test can act meanwhile.
"""

import json
import os
import sys

from vehicles import Api


def outcome_of(call: dict) -> dict[str, object]:
    pauses: list[float] = []
    requests = 0
    api = Api(os.environ["API_URL"], os.environ["API_KEY"], sleep=pauses.append)

    def count(_request: object) -> None:
        nonlocal requests
        requests += 1
        if requests == call.get("stopAt"):
            print("stopped", flush=True)
            sys.stdin.readline()

    api.client.event_hooks["request"].append(count)
    outcome: dict[str, object]
    try:
        outcome = {"value": getattr(api, call["method"])(*call["args"], **call.get("query", {}))}
    except Exception as error:
        outcome = {"error": type(error).__name__, "code": getattr(error, "code", None)}
        outcome["isRetryable"] = getattr(error, "is_retryable", None)
    return {**outcome, "pauses": pauses, "requests": requests}


for argument in sys.argv[1:]:
    print(json.dumps(outcome_of(json.loads(argument))))
