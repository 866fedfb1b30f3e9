//! A static server for the repository's root, on the loopback interface only.
//!
//! Any static host serves the page as well. This one exists so that one command shows it.

use std::convert::Infallible;
use std::fs;
use std::net::Ipv4Addr;
use std::path::{Component, Path, PathBuf};
use std::thread;

use anyhow::{Context, Result, anyhow};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

use crate::bindgen::build_packages;
use crate::process::{command, root, say, succeeds};

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
    build_packages()?;
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
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let listener = runtime
        .block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, port)))
        .map_err(|error| anyhow!("cannot listen on port {port}: {error}; choose another with --port N"))?;
    let address = listener.local_addr().context("the server has no address")?;
    thread::spawn(move || runtime.block_on(accept(listener)));
    Ok(format!("http://{address}/"))
}

/// Each connection is a task of its own: browsers open some that they never use, and keep the others open.
async fn accept(listener: TcpListener) {
    loop {
        let Ok((stream, _)) = listener.accept().await else { continue };
        // A failed answer means that the browser hung up: nobody is left to tell.
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service_fn(answer)));
    }
}

async fn answer(request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    let text = |status, text: &'static str| (status, "text/plain; charset=utf-8", Bytes::from_static(text.as_bytes()));
    let (status, kind, body) = match request.method() {
        &Method::GET | &Method::HEAD => match file_of(root(), request.uri().path()) {
            Some((path, content)) => (StatusCode::OK, mime_type(&path), Bytes::from(content)),
            None => text(StatusCode::NOT_FOUND, "not found\n"),
        },
        _ => text(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD\n"),
    };
    let mut response = Response::new(Full::new(body));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    // A rebuilt page shall be seen at the next load.
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(response)
}

/// The file that a request's path names, with its content. A folder stands for its index.html.
/// Nothing outside the root, behind a symbolic link out of it, or with a name that starts with a dot.
fn file_of(root: &Path, path: &str) -> Option<(PathBuf, Vec<u8>)> {
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
    if !file.starts_with(root.canonicalize().ok()?) {
        return None;
    }
    let content = fs::read(&file).ok()?;
    Some((file, content))
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
    use std::time::Duration;

    use super::*;

    fn name(path: &str) -> Option<PathBuf> {
        let (path, _) = file_of(root(), path)?;
        let root = root().canonicalize().unwrap();
        Some(path.strip_prefix(root).unwrap().to_owned())
    }

    #[test]
    fn paths_lead_to_files_below_the_root_only() {
        assert_eq!(name("/"), Some("index.html".into()));
        assert_eq!(name("/xtask/Cargo.toml"), Some("xtask/Cargo.toml".into()));
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

    /// Sends a request for a file to a server and gives all that comes back.
    fn ask(address: &str, requests: &str) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream.write_all(requests.as_bytes()).unwrap();
        let mut answers = String::new();
        stream.read_to_string(&mut answers).unwrap();
        answers.to_lowercase()
    }

    fn address() -> String {
        start(0).unwrap().trim_start_matches("http://").trim_end_matches('/').to_owned()
    }

    #[test]
    fn a_connection_serves_several_requests() {
        let address = address();
        let request = format!("GET /Cargo.toml?x=1 HTTP/1.1\r\nHost: {address}\r\n");
        let answers = ask(&address, &format!("{request}\r\n{request}Connection: close\r\n\r\n"));
        assert_eq!(answers.matches("http/1.1 200 ok").count(), 2, "{answers}");
        assert_eq!(answers.matches("cache-control: no-cache").count(), 2);
    }

    #[test]
    fn connections_that_ask_nothing_hold_nobody_up() {
        let address = address();
        let idle: Vec<_> = (0..50).map(|_| TcpStream::connect(&address).unwrap()).collect();
        let answer = ask(&address, &format!("HEAD / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"));
        assert!(answer.starts_with("http/1.1 200 ok"), "{answer}");
        assert!(answer.ends_with("\r\n\r\n"), "an answer to HEAD has no body: {answer}");
        drop(idle);
    }

    #[test]
    fn other_methods_and_absent_files_are_refused() {
        let address = address();
        let tail = format!("HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        assert!(ask(&address, &format!("GET /absent.js {tail}")).starts_with("http/1.1 404"));
        assert!(ask(&address, &format!("GET /.git/HEAD {tail}")).starts_with("http/1.1 404"));
        assert!(ask(&address, &format!("POST / {tail}")).starts_with("http/1.1 405"));
    }

    #[test]
    fn webassembly_and_modules_have_their_types() {
        assert_eq!(mime_type(Path::new("a_bg.wasm")), "application/wasm");
        assert!(mime_type(Path::new("main.js")).starts_with("text/javascript"));
        assert!(mime_type(Path::new("page.css")).starts_with("text/css"));
    }
}
