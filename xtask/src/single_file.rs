//! `cwndlab.html`: the whole page in one file that needs no server.
//!
//! It runs from disk and in a `sandbox="allow-scripts"` frame, where module scripts by address, module workers
//! and fetches are all refused. So styles and modules are inlined, and what the page would fetch lies in data blocks
//! that `www/` looks for:
//! - `<script type="text/plain" id="wasm:NAME">`: the WebAssembly of each package, in base64, given to `init` as bytes;
//! - `<script type="text/plain" id="text:PATH">`: the texts of [`TEXTS`], claims of papers and the shortest results;
//! - `<script type="text/plain" id="worker:NAME">`: each `www/NAME` that ends in `worker.js`, as a classic script for a Blob.
//!
//! A content security policy in the page is carried over with hashes in place of `'self'`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use sha2::{Digest, Sha256};

use crate::bindgen::{PACKAGES, build_packages};
use crate::html::{Element, rewrite};
use crate::node::{install_packages, tool};
use crate::process::{output, root, say};

/// What the page fetches as text and shall have without a server. Longer results are left out.
const TEXTS: [&str; 2] = ["claims/claims.csv", "results/nrt-smoke.csv"];

/// Builds `pkg/` and `cwndlab.html`.
///
/// # Errors
/// When a build fails or the page uses what cannot be inlined.
pub fn build_everything() -> Result<()> {
    build_packages()?;
    install_packages()?;
    let html = fs::read_to_string(root().join("index.html"))?;
    let inlined = inline(&html).context("cannot make index.html one file")?;
    let finished = rewrite_policy(&inlined)?;
    let file = root().join("cwndlab.html");
    fs::write(&file, &finished)?;
    say(&format!("built cwndlab.html ({} kB)", finished.len() / 1000));
    Ok(())
}

/// Puts the contents in place of every reference.
fn inline(html: &str) -> Result<String> {
    rewrite(html, |element| match element.name.as_str() {
        "link" => inline_link(element).map(Some),
        "script" => inline_script(element),
        name => match element.attribute("src") {
            Some(src) if !src.starts_with("data:") => bail!("<{name} src=\"{src}\"> stays outside"),
            _ => Ok(None),
        },
    })
}

fn inline_link(link: &Element) -> Result<String> {
    let href = link.attribute("href").context("a <link> without href")?;
    match link.attribute("rel") {
        Some("stylesheet") => {
            let css = esbuild(href, &["--bundle", "--loader:.svg=dataurl", "--loader:.woff2=dataurl"])?;
            Ok(format!("<style>\n{css}\n</style>"))
        }
        Some("icon") if href.starts_with("data:") => Ok(format!("<link rel=\"icon\" href=\"{href}\">")),
        Some("icon") if href.ends_with(".svg") => {
            let icon = BASE64.encode(fs::read(root().join(href))?);
            Ok(format!("<link rel=\"icon\" href=\"data:image/svg+xml;base64,{icon}\">"))
        }
        Some("modulepreload" | "preload") => Ok(String::new()),
        other => bail!("<link rel={other:?}> is not known"),
    }
}

fn inline_script(script: &Element) -> Result<Option<String>> {
    let Some(src) = script.attribute("src") else {
        return Ok(None);
    };
    if script.attribute("type") != Some("module") {
        let code = esbuild(src, &[])?;
        return Ok(Some(format!("<script>\n{code}\n</script>")));
    }
    let mut blocks = String::new();
    for package in &PACKAGES {
        let wasm = BASE64.encode(fs::read(package.wasm())?);
        blocks.push_str(&data_block(&format!("wasm:{}", package.name), &wasm));
    }
    for path in TEXTS {
        let text = fs::read_to_string(root().join(path)).with_context(|| path.to_owned())?;
        if text.contains("</script") {
            bail!("{path} would end its block");
        }
        blocks.push_str(&data_block(&format!("text:{path}"), &text));
    }
    for name in workers()? {
        let code = esbuild(
            &format!("www/{name}"),
            // The one use of `import.meta` is wasm-bindgen's default address, which bytes make unused.
            &["--bundle", "--format=iife", "--log-override:empty-import-meta=silent"],
        )?;
        blocks.push_str(&data_block(&format!("worker:{name}"), &code));
    }
    let code = esbuild(src, &["--bundle", "--format=esm"])?;
    Ok(Some(format!("{blocks}<script type=\"module\">\n{code}\n</script>")))
}

fn data_block(id: &str, text: &str) -> String {
    format!("<script type=\"text/plain\" id=\"{id}\">{text}</script>\n")
}

/// The worker scripts of `www/`, in the order of their names.
fn workers() -> Result<Vec<String>> {
    let mut names = Vec::new();
    for file in fs::read_dir(root().join("www"))? {
        let name = file?.file_name().to_string_lossy().into_owned();
        if name.ends_with("worker.js") {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// A script or style as esbuild prints it, which escapes `</script>` and `</style>` in strings.
fn esbuild(file: &str, options: &[&str]) -> Result<String> {
    if !root().join(file).is_file() {
        bail!("{file} does not exist");
    }
    let path = Path::new(".").join(file);
    output(tool("esbuild").arg(path).args(options).args(["--log-level=warning", "--target=es2022"]))
}

/// Fits the policy, if the page has one, to a page that loads nothing.
fn rewrite_policy(html: &str) -> Result<String> {
    let (mut scripts, mut styles) = (Vec::new(), Vec::new());
    rewrite(html, |element| {
        match (element.name.as_str(), element.attribute("type")) {
            ("script", Some("text/plain")) => {}
            ("script", _) => scripts.push(hash(element.text)),
            ("style", _) => styles.push(hash(element.text)),
            _ => {}
        }
        Ok(None)
    })?;
    rewrite(html, |element| {
        let policy = element.attribute("content").filter(|_| {
            let header = element.attribute("http-equiv").unwrap_or_default();
            element.name == "meta" && header.eq_ignore_ascii_case("content-security-policy")
        });
        Ok(policy.map(|policy| {
            let policy = fitted_policy(policy, &scripts, &styles);
            format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">")
        }))
    })
}

/// `'self'` means nothing to a file on disk: what is inlined is allowed by its hash, workers come from Blobs.
fn fitted_policy(policy: &str, scripts: &[String], styles: &[String]) -> String {
    let directives = policy.split(';').map(str::split_whitespace);
    let fitted = directives.filter_map(|mut words| {
        let name = words.next()?;
        let mut sources: Vec<String> = words
            .filter(|word| !["'self'", "'none'"].contains(word) && !word.starts_with("'sha256-"))
            .map(str::to_owned)
            .collect();
        let inline = sources.iter().any(|source| source == "'unsafe-inline'");
        match name {
            "script-src" if !inline => sources.extend_from_slice(scripts),
            "style-src" if !inline => sources.extend_from_slice(styles),
            "worker-src" => sources.push("blob:".to_owned()),
            _ if sources.is_empty() => sources.push("'none'".to_owned()),
            _ => {}
        }
        Some(format!("{name} {}", sources.join(" ")))
    });
    fitted.collect::<Vec<_>>().join("; ")
}

fn hash(text: &str) -> String {
    format!("'sha256-{}'", BASE64.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_allows_what_is_inlined_and_no_more() {
        let policy = "default-src 'self'; script-src 'self' 'sha256-B' 'wasm-unsafe-eval'; worker-src 'self'; img-src 'self' data:";
        let fitted = fitted_policy(policy, &["'sha256-A'".into()], &[]);
        assert_eq!(
            fitted,
            "default-src 'none'; script-src 'wasm-unsafe-eval' 'sha256-A'; worker-src blob:; img-src data:"
        );
    }

    #[test]
    fn hashes_are_those_that_browsers_compute() {
        // The example of Content Security Policy Level 3, section 8.4.
        let expected = "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='";
        assert_eq!(hash("alert('Hello, world.');"), expected);
    }

    #[test]
    fn a_reference_that_would_stay_outside_is_refused() {
        for html in ["<img src=\"a.png\">", "<link rel=\"manifest\" href=\"m.json\">"] {
            assert!(inline(html).is_err(), "{html}");
        }
        let plain = "<img src=\"data:,\"><script>1</script>";
        assert_eq!(inline(plain).unwrap(), plain);
    }
}
