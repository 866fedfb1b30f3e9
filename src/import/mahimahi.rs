//! Traces of delivery opportunities in the format of Mahimahi (Netravali et al., USENIX ATC 2015).
//!
//! One unsigned integer per line: milliseconds since the start of the trace, ascending; each line is one opportunity to
//! deliver 1500 bytes. Lines end in LF or CRLF, the last one may lack its end. The last value is the length of the loop.

use crate::scenario::Problem;
use crate::scenario::limits::MAX_OPPORTUNITIES;

/// Reads a trace. The result is the milliseconds of its opportunities.
///
/// # Errors
/// The first line that is not as it must be, by its number from 1.
pub fn parse(text: &str) -> Result<Vec<u32>, Problem> {
    let mut opportunities = Vec::new();
    let mut last = 0;
    for (index, line) in text.split_terminator('\n').enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let field = || format!("line {}", index + 1);
        let digits = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
        let at: u32 = line
            .parse()
            .ok()
            .filter(|_| digits)
            .ok_or_else(|| Problem::new(field(), line, "one whole number of milliseconds below 2^32"))?;
        if at < last {
            return Err(Problem::new(field(), line, format!("at least the value above it, {last}")));
        }
        if opportunities.len() == MAX_OPPORTUNITIES {
            return Err(Problem::new(field(), line, format!("at most {MAX_OPPORTUNITIES} lines")));
        }
        opportunities.push(at);
        last = at;
    }
    if last == 0 {
        return Err(Problem::new("last line", opportunities.last().map_or("none", |_| "0"), "a value above 0"));
    }
    Ok(opportunities)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_of_both_kinds() {
        assert_eq!(parse("1\n1\n3\n"), Ok(vec![1, 1, 3]));
        assert_eq!(parse("1\r\n2\r\n"), Ok(vec![1, 2]));
        assert_eq!(parse("0\n5"), Ok(vec![0, 5]));
    }

    #[test]
    fn errors_name_the_line() {
        for (text, field, allowed) in [
            ("1\n\n2\n", "line 2", "milliseconds"),
            ("5\n4\n", "line 2", "at least the value above it, 5"),
            ("1\n2.5", "line 2", "milliseconds"),
            ("1\n+2", "line 2", "milliseconds"),
            ("1\n2 \n", "line 2", "milliseconds"),
            ("1\n\r\n", "line 2", "milliseconds"),
            ("1\n99999999999", "line 2", "2^32"),
            ("", "last line", "above 0"),
            ("0\n0\n", "last line", "above 0"),
        ] {
            let problem = parse(text).expect_err(text);
            assert_eq!(problem.field, field, "{text:?}");
            assert!(problem.allowed.contains(allowed), "{text:?}: {}", problem.allowed);
        }
    }
}
