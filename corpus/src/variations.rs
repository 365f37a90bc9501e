//! Judging the variations of a tree, each node once.

use pentad_formats::{Finding, NodeId, Tree};
use pentad_rules::{Case, Code, Coords, Fault, Policy, Severity, Variation};

/// How many findings of variations are listed for one record; the others are counted.
pub(crate) const MAX_FINDINGS: usize = 100;

/// A judge of variations; keeps its memory from record to record.
#[derive(Debug, Default)]
pub(crate) struct Variations {
    position: Variation,
    /// How many events have been played before each node of the path.
    played: Vec<usize>,
}

/// Findings that are not listed.
#[derive(Default)]
struct Rest {
    count: u64,
    worst: Option<Severity>,
}

impl Variations {
    /// Adds what is wrong in the variations of a tree. What is wrong in the main line is known: where it cannot be played on, what
    /// branches off after that is not judged. Cost: a step for each node.
    pub(crate) fn judge(
        &mut self,
        tree: &Tree,
        coords: Coords,
        case: &Case<'_>,
        policy: &Policy,
        findings: &mut Vec<Finding>,
    ) {
        self.position.start(case);
        self.played.clear();
        let (mut listed, mut rest) = (0, Rest::default());
        // The main line is what comes before the first alternative.
        let main = tree.main_line().last().unwrap_or(0);
        let mut walk = tree.walk();
        while let Some(visit) = walk.next() {
            self.played.truncate(visit.depth);
            self.position.back_to(self.played.last().copied().unwrap_or(0));
            let Some(event) = tree.event(visit.id) else {
                self.played.push(self.position.depth());
                continue;
            };
            let playable = self.position.play(case, policy, &event);
            self.played.push(self.position.depth());
            if visit.id > main {
                for fault in self.position.faults() {
                    let at = if fault.code == Code::UnnoticedFive { visit.parent } else { visit.id };
                    // Said once of a five, however many ways play goes on, and in the main line it is said already.
                    let said = at != visit.id && (visit.id != visit.parent + 1 || at <= main);
                    if said {
                        continue;
                    }
                    if listed == MAX_FINDINGS {
                        rest.count += 1;
                        rest.worst = rest.worst.max(Some(fault.severity));
                    } else {
                        listed += 1;
                        findings.push(located(fault, tree, at, coords));
                    }
                }
            }
            if !playable {
                walk.skip_below();
            }
        }
        if let Some(severity) = rest.worst {
            let message = format!("{} more findings in variations are not listed", rest.count);
            let finding = Finding::new(Code::VariationsCut, pentad_formats::Span::WHOLE, message);
            findings.push(Finding { severity, ..finding });
        }
    }
}

/// A fault as a finding with its place in the tree.
fn located(fault: &Fault, tree: &Tree, node: NodeId, coords: Coords) -> Finding {
    Finding {
        severity: fault.severity,
        path: Some(tree.path_name(node)),
        ply: Some(fault.ply),
        event: (fault.event > 0).then_some(fault.event),
        point: fault.point,
        ..Finding::new(fault.code, tree.span(node), fault.message(coords))
    }
}
