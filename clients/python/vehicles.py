"""The Vehicle Data Lookup API in a page of Python: lookups, and whole lists of one dataset.

Copy it into your program; it needs Python 3.10 and httpx. Run by itself, it looks a plate up, and all vehicles
of the same model year and make:

    API_URL=http://localhost:8080 API_KEY=... python vehicles.py ER52578
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from urllib.parse import quote

import httpx

BACKOFF = (1, 2, 4)
# Maximum seconds that one request waits in total because of Retry-After.
MAX_RETRY_AFTER = 60
SEARCH_REACH = 10_000


class Problem(Exception):
    """An error response. Branch on `code` and `status`; `code` is None if a proxy responded."""

    def __init__(self, response: httpx.Response) -> None:
        headers = response.headers
        is_problem = headers.get("Content-Type", "").startswith("application/problem+json")
        try:
            problem = dict(response.json() if is_problem else {})
        except (ValueError, TypeError):
            problem = {}
        self.status = response.status_code
        self.code: str | None = problem.get("code")
        self.errors: dict[str, list[str]] = problem.get("errors", {})
        self.request_id = headers.get("X-Request-Id")
        self.dataset_version = headers.get("X-Dataset-Version")
        retry_after = headers.get("Retry-After", "")
        self.retry_after = max(1, int(retry_after)) if retry_after.isdecimal() else 1
        # An exhausted quota lasts to the end of the month.
        self.is_retryable = self.status in (429, 500, 502, 503, 504) and self.code != "QuotaExceeded"
        says = problem.get("detail") or problem.get("title") or response.text[:500]
        super().__init__(f"{self.status} {self.code}: {says} (request {self.request_id})")


class DatasetChanged(Exception):
    """A new dataset went live during a walk: start over, and discard the items so far."""


class SearchTooDeep(Exception):
    """A search finds more than its pages reach. Narrow it, for example by date of first registration."""


class Api:
    def __init__(self, url: str, key: str, sleep: Callable[[float], None] = time.sleep) -> None:
        # The error of httpx would quote a header that it refuses.
        if not key.isascii() or not key.isprintable() or " " in key:
            raise ValueError("The key has invalid characters.")
        self.client = httpx.Client(base_url=url, headers={"X-Api-Key": key}, timeout=30)
        self._sleep = sleep

    def get(self, path: str, **query: object) -> httpx.Response:
        """One GET, retried after 429, temporary errors and network failures."""
        backoff, waited = iter(BACKOFF), 0
        while True:
            try:
                response = self.client.get(path, params=query)
                # A network asks people to log in with a page of its own.
                is_page = response.headers.get("Content-Type", "").startswith("text/html")
                if response.is_success and not is_page:
                    return response
                raise Problem(response)
            except httpx.UnsupportedProtocol:
                raise
            except (Problem, httpx.TransportError) as error:
                problem = error if isinstance(error, Problem) else None
                if problem and not problem.is_retryable:
                    raise
                pause = 0 if problem and problem.status == 429 else next(backoff, None)
                if pause is None:
                    raise
                if problem and problem.retry_after > pause:
                    pause = problem.retry_after
                    waited += pause
                    if waited > MAX_RETRY_AFTER:
                        raise
            self._sleep(pause)

    def vehicle_by_plate(self, plate: str) -> dict | None:
        """The vehicle that carries a plate, or carried it last; None if there is none."""
        # httpx would resolve dots as path segments.
        encoded = quote(plate, safe="").replace(".", "%2E")
        try:
            return self.get(f"/v1/vehicles/plate/{encoded}").json()
        except Problem as problem:
            if problem.code == "VehicleNotFound":
                return None
            raise

    def walk(self, path: str, **query: object) -> Iterator[dict]:
        """The items of a list, page by page, of one dataset."""
        is_search = path == "/v1/vehicles"
        size = {"pageSize": 20, "sortBy": "id"} if is_search else {"pageSize": 50}
        version, page, last = None, 1, 1
        while page <= last:
            try:
                response = self.get(path, **{**size, **query, "page": page})
            except Problem as problem:
                # The new dataset may not have this page.
                if version and problem.dataset_version not in (None, version):
                    raise DatasetChanged(f"{version} → {problem.dataset_version}") from problem
                raise
            now = response.headers["X-Dataset-Version"]
            if version not in (None, now):
                raise DatasetChanged(f"{version} → {now}")
            body = response.json()
            metadata = body["metadata"]
            if is_search and metadata["totalPages"] * metadata["pageSize"] > SEARCH_REACH:
                raise SearchTooDeep(f"{metadata['totalCount']} vehicles, of which only {SEARCH_REACH} can be reached")
            version, page, last = now, page + 1, metadata["totalPages"]
            yield from body["data"]

    def collect(self, path: str, **query: object) -> list[dict]:
        """All items of a list, of one dataset; starts over while the dataset changes."""
        for pause in BACKOFF:
            try:
                return list(self.walk(path, **query))
            except DatasetChanged:
                self._sleep(pause)
        return list(self.walk(path, **query))


if __name__ == "__main__":
    api = Api(os.environ["API_URL"], os.environ["API_KEY"])
    vehicle = api.vehicle_by_plate(sys.argv[1])
    if vehicle is None:
        sys.exit(f"No vehicle has the plate {sys.argv[1]}.")
    year, make = vehicle["modelYear"], vehicle["make"]
    if year is None or make is None:
        print(f"{vehicle['vin']}, which has no model year or no make")
        sys.exit()
    same = {"makeId": make["id"], "fromModelYear": year, "toModelYear": year}
    vehicles = api.collect("/v1/vehicles", **same)
    print(f"{vehicle['vin']}, one of {len(vehicles)} vehicles by {make['name']} of {year}")
