//! Cuts a polyline into dashes. Backends of plotters draw solid lines only.

/// A point in pixels.
pub(super) type Point = (f64, f64);

/// The drawn pieces of `path` under `pattern` (dash, gap, dash, gap … in pixels); the whole path where it is empty.
pub(super) fn dashes(path: &[Point], pattern: &[f64]) -> Vec<Vec<Point>> {
    if pattern.is_empty() {
        return vec![path.to_vec()];
    }
    let mut pieces = Vec::new();
    let mut part = 0;
    let mut left = pattern[0];
    let mut piece: Vec<Point> = path.first().copied().into_iter().collect();
    for pair in path.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        loop {
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let length = (dx * dx + dy * dy).sqrt();
            if length <= left {
                left -= length;
                if part % 2 == 0 {
                    piece.push(to);
                }
                break;
            }
            from = (from.0 + dx / length * left, from.1 + dy / length * left);
            if part % 2 == 0 {
                piece.push(from);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![from];
            }
            part = (part + 1) % pattern.len();
            left = pattern[part];
        }
    }
    if part % 2 == 0 && piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_go_round_corners() {
        let pieces = dashes(&[(0.0, 0.0), (4.0, 0.0), (4.0, 10.0)], &[6.0, 2.0]);
        assert_eq!(pieces, [vec![(0.0, 0.0), (4.0, 0.0), (4.0, 2.0)], vec![(4.0, 4.0), (4.0, 10.0)]]);
    }

    #[test]
    fn an_empty_pattern_is_solid() {
        assert_eq!(dashes(&[(0.0, 0.0), (4.0, 0.0)], &[]).len(), 1);
    }
}
