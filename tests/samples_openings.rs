//! Real opening lists, where they lie beside the repository (`../shared/samples`): they are other people's and no part of it. Without them
//! the tests here say so and pass.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod program;

use std::path::{Path, PathBuf};

fn samples() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/samples/openings");
    let found = path.exists();
    if !found {
        println!("skipped: there is no {}", path.display());
    }
    found.then_some(path)
}

fn run(args: &[&str], file: &Path) -> String {
    let all = args.iter().map(|a| (*a).to_owned()).chain([file.to_str().unwrap().to_owned()]);
    let run = program::run(all, b"");
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{args:?} {}", file.display());
    String::from_utf8(run.stdout).unwrap()
}

#[test]
fn all_openings_lie_on_their_boards_and_come_back() {
    let Some(folder) = samples() else { return };
    let lists = [
        ("cgomokucli_offset_freestyle_20x20.txt", "openings", "20", 4),
        ("cgomokucli_pos_freestyle_20x20.txt", "openings:pos", "20", 4),
        ("gomocupjudge_openings_20.txt", "openings", "20", 6),
        ("gomocuponline_openings.txt", "openings", "20", 3),
        ("piskvork_openings.txt", "openings", "20", 41),
    ];
    for (name, form, size, count) in lists {
        let file = folder.join(name);
        let moves = run(&["convert", "-q", "--from", form, "--size", size, "--to", "moves", "-o", "-"], &file);
        assert_eq!(moves.lines().count(), count, "{name}");
        assert!(!moves.contains('?'), "{name}: a stone off the board in {moves}");
        let kept = run(&["openings", "-q", "--from", form, "--size", size, "-o", "-"], &file);
        assert_eq!(kept.as_bytes(), std::fs::read(&file).unwrap(), "{name}: kept as it stands");
        let again =
            run(&["convert", "-q", "--rewrite", "--from", form, "--size", size, "--to", form, "-o", "-"], &file);
        let plain = |text: &str| text.replace([' ', '\t', '\r'], "").trim_end().to_owned();
        assert_eq!(plain(&again), plain(&kept), "{name}");
    }
}
