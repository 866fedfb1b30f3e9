//! Typed indices, and tables that only the right index opens.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// A small index of one kind of thing.
pub trait Id: Copy {
    /// The place in the table.
    fn index(self) -> usize;
    /// The id of a place in the table.
    fn from_index(index: usize) -> Self;
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($int:ty), $letter:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $int);

        impl Id for $name {
            fn index(self) -> usize {
                usize::from(self.0)
            }
            fn from_index(index: usize) -> $name {
                $name(<$int>::try_from(index).expect("an index within the limits of a scenario"))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.0)
            }
        }
    };
}

id!(
    /// A node. A byte, because source routes in packets list nodes as bytes; a scenario has at most 250.
    NodeId(u8), "n"
);
id!(
    /// A unidirectional wire.
    LinkId(u16), "l"
);
id!(
    /// A transport connection.
    FlowId(u16), "f"
);

/// A vector indexed by one kind of id.
#[derive(Clone, PartialEq, Eq)]
pub struct Table<I, T> {
    rows: Vec<T>,
    index: PhantomData<I>,
}

impl<I: Id, T> Table<I, T> {
    /// An empty table.
    #[must_use]
    pub const fn new() -> Table<I, T> {
        Table { rows: Vec::new(), index: PhantomData }
    }

    /// Appends a row and returns its id.
    pub fn push(&mut self, row: T) -> I {
        self.rows.push(row);
        I::from_index(self.rows.len() - 1)
    }

    /// The row of `id`, or `None` where the table ends before it.
    pub fn get(&self, id: I) -> Option<&T> {
        self.rows.get(id.index())
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.rows.iter()
    }

    /// The rows in order, mutable.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.rows.iter_mut()
    }

    /// The ids in order.
    pub fn ids(&self) -> impl Iterator<Item = I> + use<I, T> {
        (0..self.rows.len()).map(I::from_index)
    }

    /// Ids and rows in order.
    pub fn entries(&self) -> impl Iterator<Item = (I, &T)> {
        self.rows.iter().enumerate().map(|(index, row)| (I::from_index(index), row))
    }
}

impl<I: Id, T> Default for Table<I, T> {
    fn default() -> Table<I, T> {
        Table::new()
    }
}

impl<I: Id, T> FromIterator<T> for Table<I, T> {
    fn from_iter<Rows: IntoIterator<Item = T>>(rows: Rows) -> Table<I, T> {
        Table { rows: rows.into_iter().collect(), index: PhantomData }
    }
}

impl<I: Id, T> Index<I> for Table<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.rows[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for Table<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.rows[id.index()]
    }
}

impl<I: Id, T: fmt::Debug> fmt::Debug for Table<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.rows).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_gives_out_its_ids() {
        let mut table: Table<NodeId, &str> = Table::new();
        assert_eq!(table.push("a"), NodeId(0));
        assert_eq!(table.push("b"), NodeId(1));
        assert_eq!(table[NodeId(1)], "b");
        assert_eq!(table.get(NodeId(2)), None);
        assert_eq!(table.ids().collect::<Vec<_>>(), [NodeId(0), NodeId(1)]);
    }
}
