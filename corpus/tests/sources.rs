//! Files, folders, patterns, compression, archives, and what is said of those that cannot be read.

mod support;

use std::fs;
use std::io::{Cursor, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::Compression;
use flate2::write::GzEncoder;
use pentad_corpus::{Batch, Options, Sources, ZSTD_WINDOW_OPTION, run};
use support::{collect, options, sample, tell};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory can be written");
    encoder.finish().expect("memory can be written")
}

fn zst(bytes: &[u8]) -> Vec<u8> {
    zstd::stream::encode_all(bytes, 3).expect("memory can be read")
}

fn zip(members: &[(&str, &[u8])], method: CompressionMethod) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(method);
    for (name, bytes) in members {
        if name.ends_with('/') {
            writer.add_directory(*name, options).expect("memory can be written");
        } else {
            writer.start_file(*name, options).expect("memory can be written");
            writer.write_all(bytes).expect("memory can be written");
        }
    }
    writer.finish().expect("memory can be written").into_inner()
}

fn stored(members: &[(&str, &[u8])]) -> Vec<u8> {
    zip(members, CompressionMethod::Stored)
}

fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("it lies in the folder")).expect("the folder can be made");
    fs::write(&path, bytes).expect("the folder can be written");
    path.to_str().expect("the path is text").to_owned()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is a place for temporary files")
}

fn sources(paths: &[&str]) -> Sources {
    Sources::new(paths.iter().copied()).expect("the patterns are sound")
}

fn told(paths: &[&str], threads: usize) -> String {
    collect(sources(paths), &options(threads, 500)).0.concat()
}

/// Name and outcome of each input.
fn outcomes(sources: Sources, options: &Options<'_>) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let outcome = |(): &mut (), batch: &Batch| {
        let end = batch.end.as_ref()?;
        let text = end.outcome.as_ref().map_or("sound".to_owned(), |o| {
            format!("{}: {}{}", o.code.name(), o.message, o.help.as_ref().map_or(String::new(), |h| format!(" [{h}]")))
        });
        Some((batch.input.name().to_owned(), text))
    };
    run(
        sources,
        options,
        || (),
        outcome,
        |end| {
            all.extend(end);
            ControlFlow::Continue(())
        },
    )
    .expect("threads can be started");
    all
}

fn names(paths: &[&str], base: &Path) -> Vec<String> {
    let base = format!("{}/", base.display());
    outcomes(sources(paths), &options(1, 500)).into_iter().map(|(name, _)| name.replace(&base, "")).collect()
}

#[test]
fn compression_and_archives_change_nothing() {
    let folder = folder();
    let text = sample(700);
    let plain = write(folder.path(), "a.txt", &text);
    let expected = told(&[&plain], 1);
    assert!(expected.contains("end 700 "));
    let halves = text.split_at(text.len() / 2);
    let packed = [
        write(folder.path(), "a.txt.gz", gz(&text)),
        write(folder.path(), "several.gz", [gz(halves.0), gz(b""), gz(halves.1)].concat()),
        write(folder.path(), "named-like-text.txt", gz(&text)),
        write(folder.path(), "a.txt.zst", zst(&text)),
        write(
            folder.path(),
            "several.zst",
            [zst(halves.0), b"\x50\x2a\x4d\x18\x02\0\0\0hi".to_vec(), zst(halves.1)].concat(),
        ),
        write(folder.path(), "stored.zip", stored(&[("a.txt", &text)])),
        write(folder.path(), "deflated.zip", zip(&[("a.txt", &text)], CompressionMethod::Deflated)),
    ];
    for path in &packed {
        for threads in [1, 2, 4] {
            assert_eq!(told(&[path], threads), expected, "{path}");
        }
    }
    // All in one run, and from standard input.
    let all: Vec<_> = packed.iter().map(String::as_str).collect();
    assert_eq!(told(&all, 3), expected.repeat(packed.len()));
    for path in [&plain].into_iter().chain(&packed) {
        let stdin: Box<dyn Read + Send> = Box::new(fs::File::open(path).expect("it was just written"));
        assert_eq!(collect(sources(&["-"]).with_stdin(stdin), &options(2, 500)).0.concat(), expected, "{path}");
    }
}

#[test]
fn many_files_are_as_many_members_are_as_one_file() {
    let folder = folder();
    let texts: Vec<_> = (1..30).map(|i| format!("{}\n", format!("record of {i}\n").repeat(i))).collect();
    let members: Vec<_> = texts.iter().enumerate().map(|(i, t)| (format!("d/{i:02}.txt"), t.as_bytes())).collect();
    for (name, text) in &members {
        write(folder.path(), name, text);
    }
    let members: Vec<_> = members.iter().map(|(n, t)| (n.as_str(), *t)).collect();
    let archive = write(folder.path(), "all.zip", zip(&members, CompressionMethod::Deflated));
    let one = write(folder.path(), "one.txt", texts.concat());
    let files = told(&[folder.path().join("d").to_str().expect("the path is text")], 2);
    assert_eq!(told(&[&archive], 2), files);
    let text = |told: &str| -> Vec<String> {
        told.lines().filter(|l| !l.starts_with("end")).filter_map(|l| l.split('"').nth(1)).map(str::to_owned).collect()
    };
    assert_eq!(text(&told(&[&one], 1)), text(&files));
}

#[test]
fn folders_and_patterns_are_walked_in_order() {
    let folder = folder();
    for name in ["b/2.txt", "b/10.txt", "a.txt", "b/.hidden.txt", ".git/x.txt", "c/d/e.txt", "c/f.lib", "z[1].txt"] {
        write(folder.path(), name, "x");
    }
    let base = folder.path().to_str().expect("the path is text");
    let under = |names: &str| format!("{base}/{names}");
    let all = ["a.txt", "b/10.txt", "b/2.txt", "c/d/e.txt", "c/f.lib", "z[1].txt"];
    assert_eq!(names(&[base], folder.path()), all);
    assert_eq!(names(&[&format!("{base}/")], folder.path()), all);
    assert_eq!(names(&[&under("*.txt")], folder.path()), ["a.txt", "z[1].txt"]);
    assert_eq!(names(&[&under("**/*.txt")], folder.path()), ["a.txt", "b/10.txt", "b/2.txt", "c/d/e.txt", "z[1].txt"]);
    assert_eq!(names(&[&under("*/*.{txt,lib}")], folder.path()), ["b/10.txt", "b/2.txt", "c/f.lib"]);
    assert_eq!(names(&[&under("[bc]")], folder.path()), ["b/10.txt", "b/2.txt", "c/d/e.txt", "c/f.lib"]);
    assert_eq!(names(&[&under("b/.h*")], folder.path()), ["b/.hidden.txt"]);
    // What exists is meant as it is written, and what is named is read, hidden or not, in the order of the arguments.
    let named = [under("z[1].txt"), under("b/.hidden.txt"), under("a.txt"), under(".git")];
    let named: Vec<_> = named.iter().map(String::as_str).collect();
    assert_eq!(names(&named, folder.path()), ["z[1].txt", "b/.hidden.txt", "a.txt", ".git/x.txt"]);
    assert!(Sources::new([under("[z")]).is_err());
}

#[test]
fn what_cannot_be_read_is_an_outcome_in_its_turn() {
    let folder = folder();
    let text = sample(300);
    let packed = gz(&text);
    let small = zst(&text);
    let mut wrong = stored(&[("a.txt", b"one\ntwo\n"), ("b.txt", b"three\n")]);
    let at = wrong.windows(3).position(|w| w == b"two").expect("it is stored");
    wrong[at] = b'T';
    let paths = [
        write(folder.path(), "0.txt", "sound\n"),
        folder.path().join("1-missing.txt").display().to_string(),
        write(folder.path(), "2.txt", ""),
        write(folder.path(), "3.txt", "\n \n"),
        write(folder.path(), "4.gz", &packed[..packed.len() / 2]),
        write(folder.path(), "5.gz", [&packed[..], b"what is no gzip member"].concat()),
        write(folder.path(), "6.zst", &small[..small.len() / 2]),
        write(folder.path(), "7.zip", &wrong[..wrong.len() - 10]),
        write(folder.path(), "8.zip", &wrong),
        write(folder.path(), "9.zip", stored(&[("d/", b""), (".x", b"x"), ("__MACOSX/a", b"x"), ("n.gz", &packed)])),
        folder.path().join("no*.sgf").display().to_string(),
        write(folder.path(), "tar", [&[b'x'; 257][..], b"ustar\0", &[0; 300]].concat()),
        write(folder.path(), "11.txt", "# nothing but words"),
        "-".to_owned(),
        "-".to_owned(),
    ];
    let named: Vec<_> = paths.iter().map(String::as_str).collect();
    let base = format!("{}/", folder.path().display());
    let stdin: Box<dyn Read + Send> = Box::new(Cursor::new(b"in\n".to_vec()));
    let found = outcomes(sources(&named).with_stdin(stdin), &options(3, 100));
    let found: Vec<_> = found.iter().map(|(name, text)| format!("{} {text}", name.replace(&base, ""))).collect();
    let expected = [
        "0.txt sound",
        "1-missing.txt source-broken: it cannot be opened: ",
        "2.txt empty: it is empty",
        "3.txt empty: it holds no record",
        "4.gz source-broken: it ends too early: the compressed data is cut off",
        "5.gz source-broken: reading it broke off: ",
        "6.zst source-broken: it ends too early: the compressed data is cut off",
        "7.zip source-broken: the archive cannot be read: ",
        "8.zip!a.txt source-broken: reading it broke off: size or checksum is not what the archive states",
        "8.zip!b.txt sound",
        "9.zip!n.gz refused: this is a gzip file inside another archive",
        "no*.sgf source-broken: no file has such a name",
        "tar refused: this is a tar archive",
        "11.txt unreadable: nothing in it could be read as a record of the format lines",
        "- sound",
        "- source-broken: standard input can be read only once",
    ];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(expected), "{found}");
    }
}

#[test]
fn records_before_a_break_are_read() {
    let folder = folder();
    let text = sample(5000);
    let whole = gz(&text);
    let path = write(folder.path(), "cut.gz", &whole[..whole.len() - whole.len() / 4]);
    let one = told(&[&path], 1);
    assert_eq!(told(&[&path], 4), one);
    let expected = told(&[&write(folder.path(), "whole.txt", &text)], 1);
    let sound = one.lines().take_while(|l| !l.contains("BrokenOff") && !l.starts_with("end")).count();
    assert!(sound > 1000);
    assert!(one.lines().take(sound).eq(expected.lines().take(sound)));
    assert!(one.lines().count() <= sound + 2);
}

#[test]
fn formats_are_told_by_content_and_name() {
    let folder = folder();
    let paths = [
        write(folder.path(), "a.lib", "!<arch>\n"),
        write(folder.path(), "b.what", "no such format"),
        write(folder.path(), "c", " \n".repeat(100_000)),
        write(folder.path(), "d.gz", gz(b"\x7FELF")),
        write(folder.path(), "e.gz", gz(b"")),
    ];
    let named: Vec<_> = paths.iter().map(String::as_str).collect();
    let found = outcomes(sources(&named), &Options { threads: 2, ..Options::default() });
    let found: Vec<_> = found.into_iter().map(|(_, text)| text).collect();
    assert_eq!(
        found,
        [
            "refused: this is a library of compiled code",
            "unknown-format: neither its bytes nor its name tell what it is [`--from FORMAT` names the format]",
            "empty: it holds nothing but white space",
            "refused: this is a program",
            "empty: it is empty",
        ]
    );
}

#[test]
fn a_large_zstd_window_names_the_option() {
    let folder = folder();
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1).expect("there is memory");
    encoder.window_log(26).expect("it is allowed");
    encoder.include_contentsize(false).expect("it is allowed");
    encoder.write_all(b"one\ntwo\n").expect("memory can be written");
    let path = write(folder.path(), "a.zst", encoder.finish().expect("memory can be written"));
    let found = outcomes(sources(&[&path]), &options(1, 100));
    assert!(found[0].1.starts_with("source-broken: it was compressed by zstd with a larger window"), "{found:?}");
    assert!(found[0].1.contains(ZSTD_WINDOW_OPTION));
    let mut raised = options(1, 100);
    raised.limits.zstd_window_log = 27;
    assert_eq!(outcomes(sources(&[&path]), &raised)[0].1, "sound");
}

#[test]
fn progress_adds_up_to_the_total() {
    let folder = folder();
    let text = sample(400);
    write(folder.path(), "a.txt", &text);
    write(folder.path(), "b.txt.gz", gz(&text));
    write(
        folder.path(),
        "c.zip",
        zip(&[("a", &text), ("b", &text), ("n.gz", &gz(&text))], CompressionMethod::Deflated),
    );
    write(folder.path(), "d.7z", [b"7z\xBC\xAF\x27\x1C".as_slice(), &vec![1; 300_000]].concat());
    let base = folder.path().to_str().expect("the path is text");
    let total = sources(&[base]).total_bytes().expect("all are files");
    let on_disk: u64 = fs::read_dir(base)
        .expect("it exists")
        .map(|entry| entry.and_then(|e| e.metadata()).expect("it exists").len())
        .sum();
    assert_eq!(total, on_disk);
    assert_eq!(sources(&[base, "-"]).total_bytes(), None);
    for threads in [1, 3] {
        let seen = AtomicU64::new(0);
        let progress = |bytes| {
            seen.fetch_add(bytes, Ordering::Relaxed);
        };
        let mut options = options(threads, 1000);
        options.progress = Some(&progress);
        let (told, _) = collect(sources(&[base]), &options);
        assert!(!told.is_empty());
        assert_eq!(seen.load(Ordering::Relaxed), total);
    }
}

#[test]
fn origins_say_where_records_come_from() {
    let folder = folder();
    let archive = write(folder.path(), "a.zip", stored(&[("d/x.sgf", b"one\n")]));
    let packed = write(folder.path(), "b.SGF.gz", gz(b"one\n"));
    let mut seen = Vec::new();
    run(
        sources(&[&archive, &packed]),
        &options(1, 100),
        || (),
        |(), batch| (batch.input.origin.clone(), batch.input.number, tell(batch)),
        |origin| {
            seen.push(origin);
            ControlFlow::Continue(())
        },
    )
    .expect("threads can be started");
    let (member, number, _) = &seen[0];
    assert_eq!((member.name.as_str(), *number), (format!("{archive}!d/x.sgf").as_str(), 1));
    assert_eq!((member.extension.as_deref(), member.size, member.walked), (Some("sgf"), Some(4), true));
    let (file, number, _) = &seen[1];
    assert_eq!((file.name.as_str(), *number), (packed.as_str(), 2));
    assert_eq!((file.extension.as_deref(), file.walked), (Some("sgf"), false));
}
