/** Returns the dropped or selected files, including the contents of folders. */

/** Files that operating systems create, such as `.DS_Store`. */
const isSystemFile = (name: string) => /^(\..*|thumbs\.db|desktop\.ini)$/i.test(name)

export const realFiles = (files: Iterable<File>): File[] =>
  [...files].filter(({ name }) => !isSystemFile(name))

/** Reads the entries synchronously, because a DataTransfer is emptied when its event ends. */
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
    // Skips unreadable files, as browsers skip deleted files.
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
    // `readEntries` returns the entries in batches. An empty batch marks the end.
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
