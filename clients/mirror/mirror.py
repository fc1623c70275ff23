"""Keeps a copy of all vehicles in DuckDB: takes the files of a release once, then what changed since.

It needs Python 3.11 with duckdb and httpx. Run it after each release, or every day:

    API_URL=http://localhost:8080 API_KEY=... python mirror.py vehicles.duckdb

The table `vehicles` has the id of each vehicle and its line of JSON. A copy that does not have the digest of
its release is never kept: if the changes do not lead there, all vehicles are loaded again. A run that is stopped
leaves the copy as it was.
"""

import hashlib
import os
import re
import sys
from pathlib import Path

import duckdb
import httpx

DIGEST = """
SELECT format('{:016x}', (coalesce(sum(('0x' || substr(sha256(line), 1, 16))::UBIGINT), 0)
  % 18446744073709551616)::UBIGINT) FROM vehicles
"""


# All lines of files, as they are.
LINES = "SELECT json::VARCHAR AS line FROM read_ndjson_objects($1, compression = 'zstd')"


class Failed(Exception):
    """The service responded with a problem, or a file or the copy does not match its manifest."""


def answered(response: httpx.Response) -> httpx.Response:
    if not response.is_success:
        response.read()
        try:
            problem = response.json()
            says = problem.get("detail") or problem["title"]
        except (ValueError, KeyError, AttributeError):
            says = response.reason_phrase
        raise Failed(f"{response.url} responded with {response.status_code}: {says}")
    return response


def fetch(api: httpx.Client, file: dict, folder: Path) -> str:
    """The path of a file of an export; an interrupted download resumes."""
    # It becomes the name of the file: of another service, it could lead out of the folder.
    if not re.fullmatch("[0-9a-f]{64}", file["sha256"]):
        raise Failed(f"{file['url']} has no SHA-256 in its manifest. Check API_URL.")
    path = folder / file["sha256"]
    size = path.stat().st_size if path.exists() else 0
    if size < file["bytes"]:
        headers = {"Range": f"bytes={size}-", "If-Range": f'"{file["sha256"]}"'} if size else {}
        with api.stream("GET", file["url"], headers=headers) as response:
            answered(response)
            with path.open("ab" if response.status_code == 206 else "wb") as out:
                for chunk in response.iter_raw():
                    out.write(chunk)
    with path.open("rb") as whole:
        if hashlib.file_digest(whole, "sha256").hexdigest() != file["sha256"]:
            path.unlink()
            raise Failed(f"{file['url']} does not have the SHA-256 of its manifest. Run this again.")
    return str(path)


def files(export: dict, kind: str) -> list[dict]:
    names = (f for f in export["files"] if f["name"].endswith(".ndjson.zst"))
    return [f for f in names if f["name"].startswith(kind)]


def route(ready: list[dict], serial: int | None) -> tuple[dict | None, list[dict]]:
    """The release to load, if the copy cannot be led on from its own, and those whose changes follow, oldest first."""
    by_serial = {export["serial"]: export for export in ready}
    target, changes = ready[0], []
    while target["serial"] != serial:
        # Taken out: a list that leads back to itself is followed once.
        before = by_serial.pop(target["previousSerial"], None)
        leads_on = files(target, "changes") and (before or target["previousSerial"] == serial)
        if not leads_on:
            return ready[0], []
        changes.insert(0, target)
        if target["previousSerial"] == serial:
            break
        target = before
    return None, changes


def load(db: duckdb.DuckDBPyConnection, paths: list[str]) -> None:
    db.execute("DELETE FROM vehicles")
    db.execute(f"INSERT INTO vehicles SELECT line->>'$.id', line FROM ({LINES})", [paths])


def apply(db: duckdb.DuckDBPyConnection, paths: list[str]) -> None:
    """Each line is {"id":"…","vehicle":…}, with the whole line of the vehicle, or null where it is gone."""
    vehicle = "substr(line, strpos(line, ',\"vehicle\":') + 11)[:-2]"
    db.execute(
        f"CREATE OR REPLACE TEMP TABLE changed AS SELECT line->>'$.id' AS id, {vehicle} AS line FROM ({LINES})", [paths]
    )
    db.execute("DELETE FROM vehicles WHERE id IN (SELECT id FROM changed)")
    db.execute("INSERT INTO vehicles SELECT * FROM changed WHERE line != 'null'")


def update(
    api: httpx.Client, db: duckdb.DuckDBPyConnection, folder: Path, whole: dict | None, changes: list[dict]
) -> str:
    """Loads a release, if there is one, then applies changes; not yet committed. Returns the digest of the copy."""
    parts = [fetch(api, file, folder) for file in files(whole, "vehicles")] if whole else []
    deltas = [[fetch(api, file, folder) for file in files(export, "changes")] for export in changes]
    db.execute("BEGIN")
    if whole:
        load(db, parts)
    for paths in deltas:
        apply(db, paths)
    [digest] = db.execute(DIGEST).fetchone()
    return digest


def mirror(api: httpx.Client, db: duckdb.DuckDBPyConnection, folder: Path) -> str:
    """Brings the copy to the newest release, and says how."""
    db.execute("CREATE TABLE IF NOT EXISTS vehicles (id VARCHAR, line VARCHAR)")
    db.execute("CREATE TABLE IF NOT EXISTS mirrored (serial BIGINT)")
    [serial] = db.execute("SELECT max(serial) FROM mirrored").fetchone()
    response = answered(api.get("/v1/exports"))
    try:
        ready = [export for export in response.json()["data"] if export["state"] == "Ready"]
    except (ValueError, TypeError, KeyError):
        raise Failed(f"{response.url} responded with something other than its exports. Check API_URL.") from None
    if not ready:
        raise Failed("The service has no finished export.")
    newest = ready[0]
    whole, changes = route(ready, serial)
    folder.mkdir(exist_ok=True)
    digest = update(api, db, folder, whole, changes)
    if digest != newest["digest"] and not whole:
        # The copy was damaged: changes cannot repair it.
        db.execute("ROLLBACK")
        whole = newest
        digest = update(api, db, folder, whole, [])
    if digest != newest["digest"]:
        db.execute("ROLLBACK")
        raise Failed(f"The copy has the digest {digest}, but serial {newest['serial']} has {newest['digest']}.")
    db.execute("DELETE FROM mirrored")
    db.execute("INSERT INTO mirrored VALUES (?)", [newest["serial"]])
    db.execute("COMMIT")
    for path in folder.iterdir():
        path.unlink()
    how = "all vehicles" if whole else f"{sum(e['changedVehicles'] for e in changes)} changes since {serial}"
    return f"Serial {newest['serial']} from {how}: {newest['vehicleCount']} vehicles, digest {digest}"


if __name__ == "__main__":
    url, key = os.environ.get("API_URL"), os.environ.get("API_KEY")
    if len(sys.argv) != 2 or not (sys.argv[1] and url and key):
        sys.exit("Usage: API_URL=http://localhost:8080 API_KEY=... python mirror.py vehicles.duckdb")
    # The error of httpx would quote a header that it refuses.
    if not key.isascii() or not key.isprintable() or " " in key:
        sys.exit("The key has invalid characters.")
    database = sys.argv[1]
    try:
        with (
            httpx.Client(base_url=url, headers={"X-Api-Key": key}, timeout=60) as client,
            duckdb.connect(database) as connection,
        ):
            print(mirror(client, connection, Path(f"{database}.files")))
    except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
        sys.exit(f"API_URL is not an http:// or https:// address: {error}")
    except httpx.HTTPError as error:
        sys.exit(f"{url} did not respond: {error}. Run this again; downloads resume.")
    except (Failed, OSError) as error:
        sys.exit(str(error))
    except duckdb.Error as error:
        # After the first line, an internal error has a stack trace.
        says = str(error).splitlines()[0]
        if re.search("Corrupt|not a valid DuckDB|enough bytes|^INTERNAL|^FATAL", says):
            says += f" If this is the copy, it is damaged: delete it and {database}.wal, then run this again."
        sys.exit(says)
