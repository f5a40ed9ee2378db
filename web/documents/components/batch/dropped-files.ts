/** Files that were dropped or chosen, those in folders too. */

/** What systems put into folders by themselves. */
const isSystemFile = (name: string) => /^(\..*|thumbs\.db|desktop\.ini)$/i.test(name)

export const realFiles = (files: Iterable<File>): File[] =>
  [...files].filter(({ name }) => !isSystemFile(name))

/** The files of a drop. What is in it must be taken at once: it is emptied when the event is over. */
export async function filesOfDrop(data: DataTransfer): Promise<File[]> {
  const found = [...data.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  const files = await Promise.all(
    found.map(({ entry, file }) =>
      entry ? filesOfEntry(entry) : Promise.resolve(file ? [file] : []),
    ),
  )
  return realFiles(files.flat())
}

async function filesOfEntry(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry))
    // What can't be read is left out, as the browser does with a file that is gone.
    return new Promise((resolve) =>
      entry.file(
        (file) => resolve([file]),
        () => resolve([]),
      ),
    )
  if (!isFolder(entry)) return []
  const reader = entry.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    // A folder is read in parts, until one is empty.
    const part = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (part.length === 0) break
    entries.push(...part)
  }
  return (await Promise.all(entries.map(filesOfEntry))).flat()
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
