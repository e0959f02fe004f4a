"""That docs/scale.md says what its costs lead to."""

import pytest

from tests.bench import scale


@pytest.mark.once
def test_the_document_has_the_present_tables():
    """Otherwise: python -m tests.bench.scale --write"""
    page = scale.DOCUMENT.read_text()
    for name, text in scale.parts(scale.RUN).items():
        assert scale.marked(name, text) in page


def test_cheaper_tables_need_fewer_processes():
    dear, cheap = (
        scale.processes(scale.replace(scale.COSTS, table=table), scale.HABITS, 1000) for table in (44, 6)
    )
    assert dear > 2 * cheap


def test_a_table_that_takes_too_long_is_told():
    with pytest.raises(ValueError, match="no number"):
        scale.processes(scale.replace(scale.COSTS, table=260), scale.HABITS, 10)
