import { maxMegabytes, type UploadKind } from '#domain/documents/files.ts'
import { isUnauthorized } from '#web/api/client.ts'
import { useTheme } from '#web/theme.ts'
import { cx } from '#web/ui/cx.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { useRequireLogin } from '#web/actions/use-require-login.ts'
import '@uppy/core/css/style.min.css'
import '@uppy/dashboard/css/style.min.css'
import Dashboard from '@uppy/react/dashboard'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { createUppy, typeNames } from './create-uppy.ts'
import { isTyping } from './is-typing.ts'
import { onStandstill } from './on-standstill.ts'
import { storagePath } from './storage-path.ts'
import { uploadErrorWords } from './upload-error.ts'
import './uploader.css'

/** The one file that was chosen. */
export interface ChosenFile {
  name: string
  /** Its MIME type. */
  type: string
  /** The path to register it under; empty until it is uploaded. */
  fileUrl: string
}

export type UploaderProps = {
  kind: UploadKind
  /** Called when a file is chosen, when it is uploaded, and with null when it is taken out again. */
  onFile: (file: ChosenFile | null) => void
}

/** Takes one file and, when told to, uploads it; its progress and what went wrong are shown. */
export function Uploader({ kind, onFile }: UploaderProps) {
  const box = useRef<HTMLDivElement>(null)
  const { uppy, message } = useUppy(kind, onFile, box)
  const { theme } = useTheme()
  useListRole(box)
  return (
    <div className="grid content-start gap-1.5">
      <div ref={box} className="uploader">
        {uppy ? (
          <Dashboard
            uppy={uppy}
            theme={theme}
            width="100%"
            height={heightPx}
            note={`${typeNames(kind)}; at most ${maxMegabytes(kind)} MB`}
            locale={{
              strings: {
                dashboardTitle: `Upload a ${kind}`,
                // It takes one.
                dropPasteFiles: `Drop a ${kind} here or %{browseFiles}`,
              },
            }}
            // A single PUT can't be taken up again in its middle.
            hidePauseResumeButton
            showRemoveButtonAfterComplete
            doneButtonHandler={null}
            proudlyDisplayPoweredByUppy={false}
            // It would say everything twice, and for five seconds only.
            disableInformer
          />
        ) : (
          <Spinner className="py-16" />
        )}
      </div>
      {message && (
        <p
          role="alert"
          className={cx('font-medium', message.isError ? 'text-destructive' : 'text-success')}
        >
          {message.text}
        </p>
      )}
    </div>
  )
}

// From 331 px on, the Dashboard shows a single file large.
const heightPx = 340

const standstill = 'The upload makes no progress. You can wait, or cancel it and try again.'

interface Message {
  text: string
  isError: boolean
}

type Box = RefObject<HTMLElement | null>

function useUppy(kind: UploadKind, onFile: UploaderProps['onFile'], box: Box) {
  const [uppy, setUppy] = useState<ReturnType<typeof createUppy> | null>(null)
  const [message, setMessage] = useState<Message | null>(null)
  const requireLogin = useRequireLogin()
  const tell = useEffectEvent(onFile)
  const tellError = useEffectEvent((error: unknown) => {
    setMessage({ text: uploadErrorWords(error), isError: true })
    if (isUnauthorized(error)) requireLogin('Please log in again.')
  })

  useEffect(() => {
    const made = createUppy(kind)
    let isOpen = true
    made.on('info-visible', () => {
      const news = made.getState().info.at(-1)
      if (news) setMessage({ text: news.message, isError: news.type !== 'success' })
    })
    // After Uppy's own words, and in their place.
    made.on('upload-error', (_file, error) => {
      tellError(error)
      moveFocus(box, '.uppy-StatusBar-actionBtn--retry')
    })
    made.on('upload', () => setMessage(null))
    onStandstill(made, () => setMessage({ text: standstill, isError: true }))
    made.on('file-added', ({ name, type }) => {
      setMessage(null)
      tell({ name, type, fileUrl: '' })
      moveFocus(box, '.uppy-StatusBar-actionBtn--upload')
    })
    made.on('upload-success', (file, { uploadURL = '' }) => {
      setMessage(null)
      if (file) tell({ name: file.name ?? '', type: file.type, fileUrl: storagePath(uploadURL) })
    })
    made.on('file-removed', () => {
      if (!isOpen) return
      setMessage(null)
      tell(null)
      moveFocus(box, '.uppy-Dashboard-browse')
    })
    // oxlint-disable-next-line react/set-state-in-effect -- It listens to the window, and must be ended.
    setUppy(made)
    return () => {
      isOpen = false
      made.destroy()
    }
  }, [kind, box])

  return { uppy, message }
}

/**
 * The button that was pressed is gone: whoever pressed it goes on from the next one. Who is typing
 * meanwhile is left alone.
 */
function moveFocus(box: Box, next: string) {
  // Once the Dashboard has drawn it.
  setTimeout(() => {
    if (isTyping()) return
    box.current?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true })
  })
}

/** The Dashboard forgets to say that its items, when there is but one, are the items of a list. */
function useListRole(box: Box) {
  useEffect(() => {
    const { current } = box
    if (!current) return undefined
    const observer = new MutationObserver(() => {
      const list = current.querySelector('.uppy-Dashboard-files:not([role])')
      list?.setAttribute('role', 'list')
    })
    observer.observe(current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [box])
}
