"""What the formats of the contract look like, and what a list may refuse."""

import re

import schemathesis
from hypothesis import strategies as st

# "In the tables, 'int64 string' means a path or query value matching the pattern": within 64 bits.
# Small numbers are frequent, because pages are small.
small = st.integers(1, 50)
schemathesis.openapi.format("int64", st.one_of(small, st.integers(-(2**63), 2**63 - 1)).map(str))
schemathesis.openapi.format("int32", st.one_of(small, st.integers(-(2**31), 2**31 - 1)).map(str))

PAGE_RULES = {"PageOutOfRange", "PageSizeOutOfRange", "SearchTooDeep"}

# Rules that depend on the data: unknown words, names and ids, statistics with too many groups, future releases.
DATA_RULES = {
    "WordUnknown",
    "NameUnknown",
    "NameTooCommon",
    "IdUnknown",
    "RangeEmpty",
    "StatisticsTooBroad",
    "SinceAhead",
}

# For a list in one parameter, the schema says only that it is text.
LIST_RULES = {"/v1/changes": {"ChangeKindInvalid", "RegistrationNumberInvalid"}}


@schemathesis.hook
def filter_query(ctx, query):
    """Beyond 32 bits a page is judged by its value, and "a list with no items is 200 whatever page is asked for"."""
    return query is None or not re.fullmatch(r"0*[1-9]\d{9,}", str(query.get("page", "")))


@schemathesis.check
def only_pages_and_data_are_refused(ctx, response, case):
    """A request that fits the schema is refused for its page, for what only the data tells, or not at all."""
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if response.status_code == 400:
        broken = set(response.json().get("errors", {}))
        allowed = PAGE_RULES | DATA_RULES | LIST_RULES.get(case.operation.path, set())
        assert broken and broken <= allowed, f"Refused for {broken or 'no rule'}."
