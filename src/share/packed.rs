//! The packed spelling: `s=1.` and the scenario as postcard, in the zlib format (RFC 1950), in base64url without padding.
//!
//! The check value of that format refuses a link with a wrong character.

use base64::Engine;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_zlib_with_limit};

use super::Pairs;
use crate::scenario::limits::MAX_INFLATED_LINK;
use crate::scenario::{Problem, Scenario};

/// Padding is not written; some programs add it.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new().with_encode_padding(false).with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Best compression: links are made rarely and mailed often.
const LEVEL: u8 = 9;

/// Writes `s=1.…`.
#[must_use]
pub fn write(scenario: &Scenario) -> String {
    let bytes = postcard::to_allocvec(scenario).unwrap_or_default();
    format!("s=1.{}", BASE64.encode(compress_to_vec_zlib(&bytes, LEVEL)))
}

/// Reads the scenario of `s=`, the only key besides those of the view.
pub fn read(pairs: &Pairs, problems: &mut Vec<Problem>) -> Option<Scenario> {
    for (key, value) in pairs.iter().filter(|(key, _)| key != "s") {
        problems.push(Problem::new(key, value, "nothing beside s=…, which is the whole scenario"));
    }
    let (_, packed) = pairs.iter().find(|(key, _)| key == "s")?;
    unpack(packed).map_err(|problem| problems.push(problem)).ok()
}

fn unpack(packed: &str) -> Result<Scenario, Problem> {
    let problem = |why: &str| Problem::new("s", packed, format!("a whole, unchanged link ({why})"));
    let behind = packed.strip_prefix('1');
    let Some(text) = behind.filter(|rest| rest.is_empty()).or(behind.and_then(|rest| rest.strip_prefix('.'))) else {
        return Err(Problem::new("s", packed, "1. and then the packed scenario; other versions are not known"));
    };
    let deflated = BASE64.decode(text).map_err(|_| problem("a character is missing or does not belong there"))?;
    let bytes =
        decompress_to_vec_zlib_with_limit(&deflated, MAX_INFLATED_LINK).map_err(|error| match error.status {
            TINFLStatus::HasMoreOutput => problem("it is larger than 64 kB"),
            _ => problem("it is cut off or changed"),
        })?;
    match postcard::take_from_bytes(&bytes) {
        Ok((scenario, [])) => Ok(scenario),
        _ => Err(problem("its contents are cut off or changed")),
    }
}
