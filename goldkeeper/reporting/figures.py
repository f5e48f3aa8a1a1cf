"""A scan report as figures: everything that its Markdown, its page, its JSON and the terminal show."""

from dataclasses import dataclass

from goldkeeper.model.chunks import ChunkId, SkipReason
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.gold import GoldProblem, Severity
from goldkeeper.model.scans import ScanReport
from goldkeeper.reporting.causes import CauseGroup, causes_of
from goldkeeper.reporting.losses import QueryLoss, QueryState, losses_of
from goldkeeper.reporting.outcomes import GoldOutcome, Standing, outcomes_of
from goldkeeper.reporting.sentences import Step, details, headline, next_steps
from goldkeeper.reporting.shares import Share, share_of, shares_by_age, shares_by_directory, shares_by_query_type
from goldkeeper.reporting.tally import Stripe, Tally, stripes_of, tally_of


@dataclass(frozen=True)
class ScanFigures:
    """What is read off a scan.

    Attributes:
        report: the scan, for its names and dates.
        outcomes: one a gold chunk, in the gold file's order.
        headline: one sentence.
        details: further sentences, none when all is well.
        overall: the share of gold that still resolves.
        queries: worst first; intact ones included.
        problems: of the gold file, by line.
        skipped: files without chunks by reason, most first.
    """

    report: ScanReport
    outcomes: tuple[GoldOutcome, ...]
    tally: Tally
    headline: str
    details: tuple[str, ...]
    steps: tuple[Step, ...]
    overall: Share
    by_directory: tuple[Share, ...]
    by_age: tuple[Share, ...]
    by_query_type: tuple[Share, ...]
    queries: tuple[QueryLoss, ...]
    causes: tuple[CauseGroup, ...]
    problems: tuple[GoldProblem, ...]
    skipped: tuple[tuple[SkipReason, int], ...]

    @property
    def stripes(self) -> tuple[Stripe, ...]:
        """The whole gold set as the parts of one bar."""
        return stripes_of(self.tally)

    @property
    def lost_queries(self) -> tuple[QueryLoss, ...]:
        """Queries of whose gold anything is not as it was judged, worst first."""
        return tuple(loss for loss in self.queries if loss.drifted)

    @property
    def damaged_queries(self) -> tuple[QueryLoss, ...]:
        """Those of them that lost some or all of it for good."""
        return tuple(loss for loss in self.lost_queries if loss.lost)

    @property
    def moved_queries(self) -> tuple[QueryLoss, ...]:
        """Those of them whose gold is all still there, elsewhere or edited."""
        return tuple(loss for loss in self.lost_queries if not loss.lost)

    @property
    def orphans(self) -> tuple[QueryLoss, ...]:
        """Queries whose relevant gold is all gone."""
        return tuple(loss for loss in self.queries if loss.state is QueryState.ORPHANED)

    @property
    def shared_causes(self) -> tuple[CauseGroup, ...]:
        """Groups of two and more: what one answer may settle."""
        return tuple(group for group in self.causes if len(group.members) > 1)

    @property
    def alone(self) -> tuple[GoldOutcome, ...]:
        """Drifted gold chunks that share their cause with no other, ties and doubtful ones first."""
        found = [group.members[0] for group in self.causes if len(group.members) == 1]
        return tuple(sorted(found, key=_doubtful_first))

    @property
    def doubtful(self) -> tuple[GoldOutcome, ...]:
        """Those that wait for a person and of which evidence was weighed, the least sure first."""
        weighed = [outcome for outcome in self.outcomes if outcome.waterfall is not None]
        return tuple(sorted(weighed, key=_doubtful_first))

    @property
    def never(self) -> tuple[GoldOutcome, ...]:
        """Gold IDs that named nothing in any state."""
        return tuple(outcome for outcome in self.outcomes if outcome.drift.kind is DriftKind.NEVER)

    @property
    def obscured(self) -> tuple[GoldOutcome, ...]:
        """Gold chunks in a part of a file that does not parse."""
        return tuple(outcome for outcome in self.outcomes if outcome.drift.kind is DriftKind.OBSCURED)

    @property
    def unavailable(self) -> tuple[str, ...]:
        """Languages without a grammar here, by name."""
        return tuple(sorted(g.language for g in self.report.fingerprint.grammars if not g.available))

    @property
    def needs_a_person(self) -> bool:
        """Whether the exit code is 1: something drifted that nobody has turned down, or can't be checked."""
        errors = any(problem.severity is Severity.ERROR for problem in self.problems)
        return errors or self.tally.drifted > self.tally.rejected


def _doubtful_first(outcome: GoldOutcome) -> tuple[bool, bool, bool, float, ChunkId]:
    settled = outcome.standing is not Standing.WAITING
    return settled, not outcome.ambiguous, outcome.certain, outcome.confidence or 0.0, outcome.chunk_id


def figures_of(report: ScanReport) -> ScanFigures:
    """All figures of a scan."""
    outcomes = outcomes_of(report)
    tally = tally_of(outcomes)
    queries = losses_of(outcomes, report.gold_set)
    problems = tuple(sorted(report.gold_set.problems, key=lambda problem: (problem.line, problem.code)))
    orphans = sum(loss.state is QueryState.ORPHANED for loss in queries)
    return ScanFigures(
        report=report,
        outcomes=outcomes,
        tally=tally,
        headline=headline(tally),
        details=details(tally, orphans=orphans),
        steps=next_steps(
            tally,
            errors=sum(problem.severity is Severity.ERROR for problem in problems),
            no_grammar=report.skipped.get(SkipReason.NO_GRAMMAR, 0),
        ),
        overall=share_of("all gold chunks", outcomes),
        by_directory=shares_by_directory(outcomes),
        by_age=shares_by_age(outcomes, report.head_date or report.at),
        by_query_type=shares_by_query_type(outcomes, report.gold_set),
        queries=queries,
        causes=causes_of(outcomes, report.groups),
        problems=problems,
        skipped=tuple(sorted(report.skipped.items(), key=lambda item: (-item[1], item[0].value))),
    )
