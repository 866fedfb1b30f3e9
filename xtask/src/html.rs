//! Just enough HTML to rewrite the page's own shell: tags with quoted attributes, comments, script elements.
//!
//! The input is `index.html` of this repository, not any page. What the rewriter does not understand is an error.

use anyhow::{Context, Result, bail};

/// An element's opening tag, or for `script` and `style` the whole element.
#[derive(Debug, PartialEq)]
pub struct Element<'a> {
    /// In lower case.
    pub name: String,
    attributes: Vec<(&'a str, &'a str)>,
    /// The text between the tags of a `script` or `style`, else empty.
    pub text: &'a str,
}

impl<'a> Element<'a> {
    /// An attribute's value; empty for one without a value.
    pub fn attribute(&self, name: &str) -> Option<&'a str> {
        let found = self.attributes.iter().find(|(key, _)| *key == name);
        found.map(|(_, value)| *value)
    }
}

/// Copies `html`, putting in place of each element what `replace` gives; nothing leaves it as it is.
/// Comments are left out.
///
/// # Errors
/// When a tag or element does not end, or `replace` fails.
pub fn rewrite(html: &str, mut replace: impl FnMut(&Element) -> Result<Option<String>>) -> Result<String> {
    let mut written = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        written.push_str(&rest[..start]);
        rest = &rest[start..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            let end = comment.find("-->").context("a comment does not end")?;
            rest = &comment[end + 3..];
        } else if rest[1..].starts_with(|first: char| first.is_ascii_alphabetic()) {
            let (element, length) = parse(rest)?;
            match replace(&element)? {
                Some(other) => written.push_str(&other),
                None => written.push_str(&rest[..length]),
            }
            rest = &rest[length..];
        } else {
            written.push('<');
            rest = &rest[1..];
        }
    }
    written.push_str(rest);
    Ok(written)
}

/// The element that `html` starts with, and its length.
fn parse(html: &str) -> Result<(Element<'_>, usize)> {
    let inside = &html[1..];
    let name_end = inside.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').context("a tag does not end")?;
    let name = inside[..name_end].to_ascii_lowercase();
    let mut rest = &inside[name_end..];
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix('>') {
            rest = after;
            break;
        }
        if let Some(after) = rest.strip_prefix('/') {
            rest = after;
            continue;
        }
        let (attribute, after) = parse_attribute(rest).with_context(|| format!("in <{name}>"))?;
        attributes.push(attribute);
        rest = after;
    }
    let mut text = "";
    if name == "script" || name == "style" {
        let end = format!("</{name}>");
        let length = rest.find(&end).with_context(|| format!("<{name}> does not end in {end}"))?;
        text = &rest[..length];
        rest = &rest[length + end.len()..];
    }
    let element = Element { name, attributes, text };
    Ok((element, html.len() - rest.len()))
}

type Attribute<'a> = (&'a str, &'a str);

fn parse_attribute(text: &str) -> Result<(Attribute<'_>, &str)> {
    let end =
        text.find(|c: char| c.is_whitespace() || matches!(c, '=' | '>' | '/')).context("an attribute does not end")?;
    if end == 0 {
        bail!("an attribute has no name");
    }
    let (name, rest) = text.split_at(end);
    let Some(value) = rest.strip_prefix('=') else {
        return Ok(((name, ""), rest));
    };
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
    let quote = quote.with_context(|| format!("the value of {name} is not quoted"))?;
    let (value, rest) = value[1..].split_once(quote).with_context(|| format!("the value of {name} does not end"))?;
    Ok(((name, value), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_found_with_their_attributes_and_text() {
        let html = "<!doctype html><!-- <script src='x'> --><p hidden>1 < 2</p>\
                    <script type=\"module\" src='a.js'></script><script>if (a<b) {}</script>";
        let mut seen = Vec::new();
        let copy = rewrite(html, |element| {
            let src = element.attribute("src").unwrap_or("-");
            seen.push(format!("{} {src} {}", element.name, element.text));
            Ok((element.name == "script").then(|| "[script]".to_owned()))
        });
        assert_eq!(copy.unwrap(), "<!doctype html><p hidden>1 < 2</p>[script][script]");
        assert_eq!(seen, ["p - ", "script a.js ", "script - if (a<b) {}"]);
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        for html in ["<p", "<p class=x>", "<p class=\"x>", "<!-- x", "<script>", "<p =x>"] {
            assert!(rewrite(html, |_| Ok(None)).is_err(), "{html}");
        }
    }
}
