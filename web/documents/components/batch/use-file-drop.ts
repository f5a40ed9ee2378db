import { useEffect, useEffectEvent, useState } from 'react'
import { filesOfDrop } from './dropped-files.ts'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

export interface FileDrop {
  isOn: boolean
  /** A CSS selector. Drops are ignored while it matches an element. */
  unless?: string
  onFiles: (files: File[]) => void
}

/** Accepts files dropped anywhere on the page. Returns true while files are being dragged over the page. */
export function useFileDrop({ isOn, unless, onFiles }: FileDrop): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    /**
     * Returns true if the page accepts the files. Otherwise, prevents the browser from leaving the page to open them.
     */
    const isTaken = (event: DragEvent) => {
      if (!hasFiles(event)) return false
      event.preventDefault()
      return isOn && !(unless && document.querySelector(unless))
    }
    const onDrag = (event: DragEvent) => {
      if (isTaken(event)) setOver(true)
    }
    document.addEventListener('dragenter', onDrag, { signal })
    document.addEventListener('dragover', onDrag, { signal })
    document.addEventListener(
      'dragleave',
      ({ relatedTarget }) => relatedTarget === null && setOver(false),
      { signal },
    )
    document.addEventListener(
      'drop',
      (event) => {
        setOver(false)
        if (!isTaken(event) || !event.dataTransfer) return
        void filesOfDrop(event.dataTransfer).then((files) => files.length > 0 && take(files))
      },
      { signal },
    )
    return () => {
      ending.abort()
      setOver(false)
    }
  }, [isOn, unless])
  return isOver
}
