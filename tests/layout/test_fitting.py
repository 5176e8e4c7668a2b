"""The order in which all pages give things up, and the search along it."""

from collections.abc import Sequence

from sheetgen.layout.fitting import ORDER, Way, first_fitting, ways


def test_words_are_given_up_first_and_parts_last() -> None:
    """Each step goes only as far as those before it are not enough."""
    assert ORDER == ("words", "dice", "type", "parts")
    found = [(way.words, way.dice, way.type) for way in ways(type=2, words=2, dice=2)]
    assert found[:4] == [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]
    assert found[4:] == [(0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 1)]
    assert [way.parts for way in ways(parts=3)] == [0, 1, 2]


def has_room(way: Way, languages: Sequence[int]) -> bool:
    """Check whether a page has room for languages that need this many words and dice less."""
    return all(way.words + way.dice + 2 * way.type >= need for need in languages)


def test_the_language_that_needs_most_decides() -> None:
    """All have the same way; one without any has a way of its own only if it is the page's."""
    all_ways = list(ways(words=2, dice=2, type=2))
    assert first_fitting(all_ways, [0, 1], has_room) == (Way(words=1), [0, 1])
    assert first_fitting(all_ways, [1, 3], has_room) == (Way(words=1, type=1), [1, 3])
    assert first_fitting(all_ways, [1, 9], has_room) == (Way(words=1), [1])
    assert first_fitting(all_ways, [9, 1], has_room) is None


def test_a_way_is_not_tried_where_the_least_has_no_room() -> None:
    """The smallest type, and the shortest words with the smallest dice, are tried first."""
    tried = []

    def noting(way: Way, languages: Sequence[int]) -> bool:
        tried.append(way)
        return has_room(way, languages)

    assert first_fitting(ways(words=4, dice=4, type=5), [8], noting)
    assert tried[:3] == [Way(), Way(words=3, dice=3, type=4), Way(words=3, dice=3)]
    assert len(tried) < 20
