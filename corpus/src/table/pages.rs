//! Pages of a column of Parquet until the column is complete: the first ones in memory, the others on disk.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::mem;

use bytes::Bytes;
use parquet::column::page_store::{PageKey, PageStore, PageStoreArgs, PageStoreFactory};
use parquet::errors::{ParquetError, Result};

use super::store::temporary;

/// Pages of a column in memory beyond which they go to disk.
const MEMORY: usize = 512 << 10;

/// Makes a store for each column.
#[derive(Debug)]
pub(super) struct PagesFactory;

impl PageStoreFactory for PagesFactory {
    fn create(&self, _column: &PageStoreArgs<'_>) -> Result<Box<dyn PageStore>> {
        Ok(Box::new(Pages::default()))
    }
}

#[derive(Debug, Default)]
struct Pages {
    pages: Vec<Page>,
    memory: usize,
    disk: Option<File>,
    /// Bytes on disk.
    end: u64,
}

#[derive(Debug)]
enum Page {
    Memory(Bytes),
    Disk { from: u64, len: usize },
}

impl Pages {
    fn write(&mut self, page: &[u8]) -> io::Result<Page> {
        let file = match &mut self.disk {
            Some(file) => file,
            none => none.insert(tempfile::tempfile()?),
        };
        file.write_all(page)?;
        let from = self.end;
        self.end += page.len() as u64;
        Ok(Page::Disk { from, len: page.len() })
    }

    fn read(&mut self, from: u64, len: usize) -> io::Result<Bytes> {
        let mut page = vec![0; len];
        if let Some(file) = &mut self.disk {
            file.seek(SeekFrom::Start(from))?;
            file.read_exact(&mut page)?;
        }
        Ok(page.into())
    }
}

impl PageStore for Pages {
    fn put(&mut self, page: Bytes) -> Result<PageKey> {
        let kept = if self.memory + page.len() <= MEMORY {
            self.memory += page.len();
            Page::Memory(page)
        } else {
            self.write(&page).map_err(failed)?
        };
        self.pages.push(kept);
        Ok(PageKey::new(self.pages.len() as u64 - 1))
    }

    fn take(&mut self, key: PageKey) -> Result<Bytes> {
        let page = usize::try_from(key.get()).ok().and_then(|at| self.pages.get_mut(at));
        match page.map(|page| mem::replace(page, Page::Memory(Bytes::new()))) {
            Some(Page::Memory(page)) => {
                self.memory -= page.len();
                Ok(page)
            }
            Some(Page::Disk { from, len }) => self.read(from, len).map_err(failed),
            None => Err(ParquetError::General(format!("there is no page {}", key.get()))),
        }
    }

    fn memory_size(&self) -> usize {
        self.memory
    }
}

fn failed(error: io::Error) -> ParquetError {
    ParquetError::External(Box::new(temporary(error)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may fail")]
mod tests {
    use super::*;

    #[test]
    fn pages_come_back_in_any_order_and_few_are_in_memory() {
        let page = |n: u8| Bytes::from(vec![n; 100_000]);
        let mut pages = Pages::default();
        let keys: Vec<PageKey> = (0..50).map(|n| pages.put(page(n)).unwrap()).collect();
        assert!(pages.memory_size() <= MEMORY && pages.memory_size() > MEMORY / 2, "{}", pages.memory_size());
        for n in (0..50).rev() {
            assert_eq!(pages.take(keys[usize::from(n)]).unwrap(), page(n));
        }
        assert_eq!(pages.memory_size(), 0);
        assert!(pages.take(PageKey::new(50)).is_err());
    }
}
