//! Walks the values inside a piece of JSON that serde_json has found valid, without building anything: each value comes as the
//! slice of the record that it stands in, so that every finding and event can point at it. No recursion.

/// The values of an array.
pub(super) struct Elements<'a>(&'a str);

/// The keys (without quotes, escapes kept) and values of an object.
pub(super) struct Members<'a>(&'a str);

/// The elements of a valid JSON array; `None` when the value is none.
pub(super) fn elements(raw: &str) -> Option<Elements<'_>> {
    raw.strip_prefix('[').map(Elements)
}

/// The members of a valid JSON object; `None` when the value is none.
pub(super) fn members(raw: &str) -> Option<Members<'_>> {
    raw.strip_prefix('{').map(Members)
}

impl<'a> Iterator for Elements<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        let start = self.0.bytes().position(|b| !separates(b))?;
        let rest = &self.0[start..];
        if rest.starts_with(']') {
            return None;
        }
        let (value, rest) = rest.split_at(value_len(rest.as_bytes()));
        self.0 = rest;
        // Valid JSON has no empty value; without progress there would be no end.
        Some(value).filter(|v| !v.is_empty())
    }
}

impl<'a> Iterator for Members<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<(&'a str, &'a str)> {
        let start = self.0.bytes().position(|b| !separates(b))?;
        let rest = &self.0[start..];
        if !rest.starts_with('"') {
            return None;
        }
        let (key, rest) = rest.split_at(value_len(rest.as_bytes()));
        let start = rest.bytes().position(|b| !separates(b))?;
        let rest = &rest[start..];
        let (value, rest) = rest.split_at(value_len(rest.as_bytes()));
        self.0 = rest;
        Some((inner(key), value))
    }
}

/// Where more brackets than that are open for the first time in a text that may be no valid JSON. Costs nothing for short texts.
pub(super) fn deeper_than(text: &str, depth: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    if bytes.len() <= depth {
        return None;
    }
    let (mut at, mut open) = (0, 0usize);
    while let Some(&b) = bytes.get(at) {
        match b {
            b'"' => at += string_len(&bytes[at..]) - 1,
            b'[' | b'{' if open == depth => return Some(at),
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The text between the quotes of a string, escapes kept; other values as they are.
pub(super) fn inner(raw: &str) -> &str {
    raw.strip_prefix('"').and_then(|r| r.strip_suffix('"')).unwrap_or(raw)
}

fn separates(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\r' | b'\n' | b',' | b':')
}

/// Length of the value that valid JSON starts with; ends are at ASCII characters.
#[inline]
fn value_len(bytes: &[u8]) -> usize {
    match bytes.first() {
        Some(b'"') => string_len(bytes),
        Some(b'[' | b'{') => nested_len(bytes),
        _ => bytes.iter().position(|&b| separates(b) || b == b']' || b == b'}').unwrap_or(bytes.len()),
    }
}

#[inline]
fn string_len(bytes: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&b) = bytes.get(at) {
        match b {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn nested_len(bytes: &[u8]) -> usize {
    let (mut at, mut depth) = (0, 0usize);
    while let Some(&b) = bytes.get(at) {
        match b {
            b'"' => at += string_len(&bytes[at..]) - 1,
            b'[' | b'{' => depth += 1,
            b']' | b'}' if depth <= 1 => return at + 1,
            b']' | b'}' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_as_they_stand() {
        let list: Vec<_> = elements(r#"[ "a\"]" , [1,"]"],{"k":["}]"]},null,-1.5e3 ]"#).unwrap().collect();
        assert_eq!(list, [r#""a\"]""#, r#"[1,"]"]"#, r#"{"k":["}]"]}"#, "null", "-1.5e3"]);
        let map: Vec<_> = members(r#"{"a" : 1, "b\u0041":"x:,y" ,"":{}}"#).unwrap().collect();
        assert_eq!(map, [("a", "1"), (r"b\u0041", r#""x:,y""#), ("", "{}")]);
        assert_eq!(elements("[]").unwrap().next(), None);
        assert!(elements("{}").is_none() && members("[]").is_none());
    }
}
