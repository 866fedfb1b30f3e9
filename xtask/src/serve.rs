//! A static server for the repository's root, on the loopback interface only.
//!
//! Any static host serves the page as well. This one exists so that one command shows it.

use std::fs::File;
use std::net::Ipv4Addr;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::thread;

use anyhow::{Result, anyhow};
use tiny_http::{Header, Method, Request, Response, Server};

use crate::bindgen::build_package;
use crate::process::{command, root, say, succeeds};

/// Answering threads. A browser opens at most six connections to one host.
const THREADS: usize = 6;

/// What `cargo xtask serve` was asked for.
#[derive(Debug, PartialEq)]
pub struct Options {
    /// The port to listen on; 0 takes a free one.
    pub port: u16,
    /// Whether to open the page in the user's browser.
    pub open: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { port: 8080, open: false }
    }
}

/// Builds `pkg/` if it is out of date and serves until interrupted.
///
/// # Errors
/// When the build fails or the port is taken.
pub fn serve(options: &Options) -> Result<()> {
    build_package()?;
    let url = start(options.port)?;
    println!("cwndlab is at {url} (stop with Ctrl+C)");
    if options.open && !open_in_browser(&url) {
        say("no program to open the page with; open the address above yourself");
    }
    loop {
        thread::park();
    }
}

/// Serves in the background for as long as the process lives; gives the page's address.
///
/// # Errors
/// When the port is taken.
pub fn start(port: u16) -> Result<String> {
    let server = Server::http((Ipv4Addr::LOCALHOST, port))
        .map_err(|error| anyhow!("cannot listen on port {port}: {error}; choose another with --port N"))?;
    let address = server.server_addr().to_ip().ok_or_else(|| anyhow!("the server has no address"))?;
    let server = Arc::new(server);
    for _ in 0..THREADS {
        let server = Arc::clone(&server);
        thread::spawn(move || {
            while let Ok(request) = server.recv() {
                answer(request);
            }
        });
    }
    Ok(format!("http://{address}/"))
}

fn answer(request: Request) {
    // A failed answer means that the browser hung up: nobody is left to tell.
    let _ = match (request.method(), file_of(root(), request.url())) {
        (Method::Get | Method::Head, Some((path, file))) => request.respond(
            Response::from_file(file)
                .with_header(header("Content-Type", mime_type(&path)))
                // A rebuilt page shall be seen at the next load.
                .with_header(header("Cache-Control", "no-cache")),
        ),
        (Method::Get | Method::Head, None) => {
            request.respond(Response::from_string("not found\n").with_status_code(404))
        }
        _ => request.respond(Response::from_string("only GET and HEAD\n").with_status_code(405)),
    };
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("header names and values here are plain ASCII")
}

/// The file that a request's target names. A folder stands for its index.html.
/// Nothing outside the root, behind a symbolic link out of it, or with a name that starts with a dot.
fn file_of(root: &Path, target: &str) -> Option<(PathBuf, File)> {
    let path = target.split(['?', '#']).next()?;
    let relative = PathBuf::from(decode(path)?.trim_start_matches('/'));
    let plain = relative.components().all(|part| match part {
        Component::Normal(name) => !name.to_string_lossy().starts_with('.'),
        _ => false,
    });
    if !plain {
        return None;
    }
    let mut file = root.join(relative);
    if file.is_dir() {
        file.push("index.html");
    }
    let file = file.canonicalize().ok()?;
    if !file.starts_with(root.canonicalize().ok()?) || !file.is_file() {
        return None;
    }
    let open = File::open(&file).ok()?;
    Some((file, open))
}

/// Undoes percent-encoding; nothing if it is malformed.
fn decode(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            plain => plain,
        });
    }
    String::from_utf8(bytes).ok()
}

/// Browsers refuse modules and WebAssembly that come under another type.
fn mime_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("txt" | "md" | "ts" | "csv") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn open_in_browser(url: &str) -> bool {
    ["xdg-open", "open", "explorer"].iter().any(|program| succeeds(command(program).arg(url)))
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use super::*;

    fn name(target: &str) -> Option<PathBuf> {
        let (path, _) = file_of(root(), target)?;
        let root = root().canonicalize().unwrap();
        Some(path.strip_prefix(root).unwrap().to_owned())
    }

    #[test]
    fn paths_lead_to_files_below_the_root_only() {
        assert_eq!(name("/"), Some("index.html".into()));
        assert_eq!(name("/xtask/Cargo.toml?x=1"), Some("xtask/Cargo.toml".into()));
        assert_eq!(name("/xtask/%43argo.toml"), Some("xtask/Cargo.toml".into()));
        for hidden in [
            "/../Cargo.toml",
            "/xtask/../Cargo.toml",
            "/%2e%2e/etc/passwd",
            "//etc/passwd",
            "/.git/HEAD",
            "/.cargo/config.toml",
            "/xtask/src",
            "/%zz",
            "/%4",
            "/absent.js",
        ] {
            assert_eq!(name(hidden), None, "{hidden}");
        }
    }

    #[test]
    fn a_connection_serves_several_requests() {
        let url = start(0).unwrap();
        let address = url.trim_start_matches("http://").trim_end_matches('/');
        let mut stream = TcpStream::connect(address).unwrap();
        let request = format!("GET /Cargo.toml HTTP/1.1\r\nHost: {address}\r\n");
        write!(stream, "{request}\r\n{request}Connection: close\r\n\r\n").unwrap();
        let mut answers = String::new();
        stream.read_to_string(&mut answers).unwrap();
        assert_eq!(answers.matches("HTTP/1.1 200 OK").count(), 2, "{answers}");
        assert_eq!(answers.matches("Cache-Control: no-cache").count(), 2);
    }

    #[test]
    fn webassembly_and_modules_have_their_types() {
        assert_eq!(mime_type(Path::new("a_bg.wasm")), "application/wasm");
        assert!(mime_type(Path::new("main.js")).starts_with("text/javascript"));
        assert!(mime_type(Path::new("page.css")).starts_with("text/css"));
    }
}
