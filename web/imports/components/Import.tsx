import type { ImportKind } from '#domain/imports/columns.ts'
import type { Imported } from '#contract/imports/shapes.ts'
import { useState } from 'react'
import { FileChooser } from './FileChooser.tsx'
import { ImportDone } from './ImportDone.tsx'
import { ImportReview } from './ImportReview.tsx'

/** One import: a file is chosen, reviewed, and imported. */
export function Import({ kind }: { kind: ImportKind }) {
  const [file, setFile] = useState<File | null>(null)
  const [done, setDone] = useState<Imported | null>(null)
  if (done)
    return (
      <ImportDone
        kind={kind}
        done={done}
        onAgain={() => {
          setDone(null)
          setFile(null)
        }}
      />
    )
  if (file === null) return <FileChooser kind={kind} onFile={setFile} />
  return (
    <ImportReview
      // Another file is reviewed from the start, also one of the same name.
      key={`${file.name} ${file.size} ${file.lastModified}`}
      kind={kind}
      file={file}
      onFile={setFile}
      onDone={setDone}
    />
  )
}
