import { Button } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import type { ReactNode } from 'react'
import type { FilesOf } from './use-files-of.ts'

export type FilesOfLoansProps<File> = {
  found: FilesOf<File>
  /** "documents": what could not be loaded. */
  noun: string
  empty: ReactNode
  children: (files: File[]) => ReactNode
}

/** The files of several loans together: those that are there, and what is missing, in words. */
export function FilesOfLoans<File>({ found, noun, empty, children }: FilesOfLoansProps<File>) {
  const { files, isLoading, failures, retry } = found
  return (
    <div aria-busy={isLoading}>
      {isLoading && <Spinner className="justify-start! px-4.5 py-4" />}
      {failures > 0 && (
        <p role="alert" className="px-4.5 py-3 font-medium text-destructive">
          The {noun} of {failures === 1 ? 'one loan' : `${failures} loans`} could not be loaded.{' '}
          <Button variant="link" size="s" onClick={retry}>
            Retry
          </Button>
        </p>
      )}
      {files.length > 0 ? children(files) : !isLoading && failures === 0 && empty}
    </div>
  )
}
