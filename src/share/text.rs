//! The text of a link: finding it, forgiving what mail programs do to it, percent-encoding (RFC 3986 §2.1).

use crate::scenario::{Problem, nearest, presets};

use super::Pairs;

/// What people put behind an address when they write it into a sentence.
const TRAILING: &[char] = &['.', ',', ';', ':', '!', '?', ')', '>', ']', '\'', '"', '”', '’', '»', '…', '*', '`'];

/// `&` in the source of a page (HTML Living Standard §13.1.4), where people copy links from.
const AMPERSAND: &str = "&amp;";

/// The keys and values of `link`, decoded.
///
/// # Errors
/// A part without `=`, a key given twice, no part at all.
pub fn pairs(link: &str) -> Result<Pairs, Vec<Problem>> {
    let mut fragment: String = link.chars().filter(|c| !c.is_whitespace()).collect();
    if !fragment.contains('=') {
        fragment = decode_percent(&fragment);
    }
    let fragment = fragment.split_once('#').map_or(fragment.as_str(), |(_, after)| after);
    let fragment = fragment.trim_end_matches(TRAILING).replace(AMPERSAND, "&");
    let (mut pairs, mut problems) = (Pairs::new(), Vec::new());
    for part in fragment.split('&').filter(|part| !part.is_empty()) {
        let Some((key, value)) = part.split_once('=') else {
            let meant =
                nearest(part, presets::base_ids()).map_or_else(String::new, |id| format!("p={id} (meant here?), "));
            let allowed = format!("{meant}key=value parts joined by &, like p=random-loss&loss=0.03");
            problems.push(Problem::new("link", part, allowed));
            continue;
        };
        let (key, value) = (decode_percent(key), decode_value(key, value));
        if pairs.iter().any(|(earlier, _)| *earlier == key) {
            problems.push(Problem::new(key, value, "each key once"));
        } else {
            pairs.push((key, value));
        }
    }
    if pairs.is_empty() && problems.is_empty() {
        problems.push(Problem::new("link", fragment, "p=… (a preset or a topology) or s=… (a packed scenario)"));
    }
    if problems.is_empty() { Ok(pairs) } else { Err(problems) }
}

/// A value with its percent-encoding undone. Some programs encode twice; only a title may hold a real `%`.
fn decode_value(key: &str, value: &str) -> String {
    let once = decode_percent(value);
    if key == "title" {
        return once;
    }
    decode_percent(&once).chars().filter(|c| !c.is_whitespace()).collect()
}

/// Undoes percent-encoding; what is not valid stays as it is.
fn decode_percent(text: &str) -> String {
    let hex = |byte: Option<&u8>| byte.and_then(|&b| char::from(b).to_digit(16));
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match (byte, hex(bytes.get(at + 1)), hex(bytes.get(at + 2))) {
            (b'%', Some(high), Some(low)) => {
                decoded.push((high << 4 | low) as u8);
                at += 3;
            }
            _ => {
                decoded.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

/// Percent-encodes all but letters, digits, `-`, `_` and `~`.
#[must_use]
pub fn encode_percent(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}
