//! The page of the 26 openings of renju.

use std::fmt::Write as _;

use pentad_rules::opening::Family;
use pentad_rules::{Coords, NamedOpening, Point};

/// The page: what stands before the prose, and what stands after it.
pub(crate) fn page() -> (String, String) {
    let mut out = format!(
        "# The 26 openings of renju\n\
         Stone 1 is on h8, 15x15. The table gives stones 2 and 3 in one position; all turned and mirrored positions are the same opening, and *images* \
         says how many there are, {} in all. A code is understood in either order (`D4`, `4D`), a name in characters or in Latin letters. \
         `pentad explain D4` prints one, `pentad explain openings --toml` all as a table of names that `--names` takes.\n\n\
         Source: two independent tables that agree in names, numbers and stones.\n\n\
         ```text\n",
        NamedOpening::all().iter().map(|o| u32::from(o.images())).sum::<u32>()
    );
    let diagrams = [Family::Direct, Family::Indirect].map(diagram);
    for (direct, indirect) in diagrams[0].lines().zip(diagrams[1].lines()) {
        let _ = writeln!(out, "{}", format!("{direct:<28}{indirect}").trim_end());
    }
    out.push_str(
        "```\nX is stone 1, O is stone 2, a number is the place of stone 3 of the opening with that number.\n\n",
    );
    out.push_str("| code | name | reading | stones 2 and 3 | images | also written |\n|---|---|---|---|---|---|\n");
    for o in NamedOpening::all() {
        let stones = [o.second, o.third].map(|p| p.text(Coords::WithI).to_string()).join(" ");
        let others: Vec<_> = o.kanji_variants.iter().chain(o.romaji_variants).copied().collect();
        let (code, kanji, romaji) = (o.code, o.kanji, o.romaji);
        let _ = writeln!(out, "| {code} | {kanji} | {romaji} | {stones} | {} | {} |", o.images(), others.join(", "));
    }
    (out, String::new())
}

/// The central square with the places of stone 3.
fn diagram(family: Family) -> String {
    let of_family: Vec<_> = NamedOpening::all().iter().filter(|o| o.family == family).collect();
    let title = if family == Family::Direct { "direct, D" } else { "indirect, I" };
    let mut out = format!("    {title}\n");
    for row in (5..10).rev() {
        let _ = write!(out, " {:>2}", row + 1);
        for column in 5..10 {
            let point = Point::new(column, row).expect("the middle of the board");
            let third = of_family.iter().find(|o| o.third == point).map(|o| o.number.to_string());
            let cell = match third {
                Some(number) => number,
                None if (column, row) == (7, 7) => "X".to_owned(),
                None if point == of_family[0].second => "O".to_owned(),
                None => ".".to_owned(),
            };
            let _ = write!(out, " {cell:>2}");
        }
        out.push('\n');
    }
    out.push_str("     f  g  h  i  j\n");
    out
}
