//! Aligned columns for people.

/// Columns under their heads; numbers to the right, words to the left.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these heads.
    pub fn new(heads: &[&str]) -> Table {
        Table { rows: vec![heads.iter().map(|&head| head.to_owned()).collect()] }
    }

    /// Appends a row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The text, each line ended.
    pub fn render(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width =
            |column| self.rows.iter().filter_map(|row| row.get(column)).map(|cell: &String| cell.chars().count()).max();
        let right = |column| {
            let mut cells = self.rows.iter().skip(1).filter_map(|row: &Vec<String>| row.get(column)).peekable();
            cells.peek().is_some()
                && cells.all(|cell: &String| cell.starts_with(|c: char| c.is_ascii_digit() || c == '-'))
        };
        let shape: Vec<_> = (0..columns).map(|column| (width(column).unwrap_or(0), right(column))).collect();
        let mut text = String::new();
        for row in &self.rows {
            let cells: Vec<_> = row
                .iter()
                .zip(&shape)
                .map(
                    |(cell, &(width, right))| if right { format!("{cell:>width$}") } else { format!("{cell:<width$}") },
                )
                .collect();
            text.push_str(cells.join("  ").trim_end());
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_left_numbers_right() {
        let mut table = Table::new(&["id", "n"]);
        table.row(vec!["nrt".into(), "5".into()]);
        table.row(vec!["a".into(), "1234".into()]);
        assert_eq!(table.render(), "id      n\nnrt     5\na    1234\n");
    }
}
