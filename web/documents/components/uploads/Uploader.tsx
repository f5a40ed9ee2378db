import { maxMegabytes, type UploadKind } from '#domain/documents/files.ts'
import { isUnauthorized } from '#web/api/client.ts'
import { useTheme } from '#web/theme.ts'
import { cx } from '#web/ui/cx.ts'
import { Spinner } from '#web/ui/display/Spinner.tsx'
import { useRequireLogin } from '#web/forms/use-require-login.ts'
import '@uppy/core/css/style.min.css'
import '@uppy/dashboard/css/style.min.css'
import Dashboard from '@uppy/react/dashboard'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { createUppy, typeNames, onStalledUpload } from './create-uppy.ts'
import { isTyping } from './use-chosen-file.ts'
import { storagePath } from './storage-path.ts'
import { describeUploadError, explainUpload, mayRetryUpload } from './upload-error.ts'
import './uploader.css'

export interface ChosenFile {
  name: string
  type: string
  /** The path to save. It is empty until the upload is complete. */
  fileUrl: string
}

export type UploaderProps = {
  kind: UploadKind
  /** Called when a file is selected or uploaded, or with null when the file is removed. */
  onFile: (file: ChosenFile | null) => void
}

export function Uploader({ kind, onFile }: UploaderProps) {
  const box = useRef<HTMLDivElement>(null)
  const { uppy, message, mayRetry } = useUppy(kind, onFile, box)
  const { theme } = useTheme()
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
                // These messages replace Uppy's plural wording, because only one file is accepted.
                dropPasteFiles: `Drop a ${kind} here or %{browseFiles}`,
              },
            }}
            // A single PUT can't be resumed, so Uppy's pause button is hidden.
            hidePauseResumeButton
            hideRetryButton={!mayRetry}
            showRemoveButtonAfterComplete
            doneButtonHandler={null}
            proudlyDisplayPoweredByUppy={false}
            // Uppy would otherwise repeat every message in a separate notification for five seconds.
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

// Uppy shows a single file enlarged only if the height is 331 px or more.
const heightPx = 340

const stalledMessage = 'The upload has stalled. Wait, or cancel it and try again.'

interface Message {
  text: string
  isError: boolean
}

type Box = RefObject<HTMLElement | null>

function useUppy(kind: UploadKind, onFile: UploaderProps['onFile'], box: Box) {
  const [uppy, setUppy] = useState<ReturnType<typeof createUppy> | null>(null)
  const [message, setMessage] = useState<Message | null>(null)
  const [mayRetry, setMayRetry] = useState(true)
  const requireLogin = useRequireLogin()
  const tell = useEffectEvent(onFile)
  const showError = useEffectEvent((error: unknown) => {
    setMessage({ text: describeUploadError(error), isError: true })
    if (isUnauthorized(error)) requireLogin('Log in again to continue.')
  })

  useEffect(() => {
    const made = createUppy(kind)
    let isOpen = true
    made.on('info-visible', () => {
      const news = made.getState().info.at(-1)
      if (news) setMessage({ text: news.message, isError: news.type !== 'success' })
    })
    // This handler is registered after Uppy's own and therefore replaces Uppy's message.
    made.on('upload-error', (file, failure) => void fail(failure, file?.data))
    async function fail(failure: unknown, data: unknown) {
      const error = await explainUpload(failure, data)
      if (!isOpen) return
      setMayRetry(mayRetryUpload(error))
      showError(error)
      focusNextButton(box)
    }
    made.on('upload', () => setMessage(null))
    onStalledUpload(made, () => setMessage({ text: stalledMessage, isError: true }))
    made.on('file-added', ({ name, type }) => {
      setMessage(null)
      setMayRetry(true)
      tell({ name, type, fileUrl: '' })
      completeListRole(box)
      focusNextButton(box)
    })
    made.on('upload-success', (file, { uploadURL = '' }) => {
      setMessage(null)
      if (file) tell({ name: file.name ?? '', type: file.type, fileUrl: storagePath(uploadURL) })
    })
    made.on('file-removed', () => {
      if (!isOpen) return
      setMessage(null)
      tell(null)
      focusNextButton(box)
    })
    // oxlint-disable-next-line react/set-state-in-effect -- Uppy listens to the window, and must be destroyed.
    setUppy(made)
    return () => {
      isOpen = false
      made.destroy()
    }
  }, [kind, box])

  return { uppy, message, mayRetry }
}

/** If the focused button is removed, focuses the button that Uppy would focus next, unless the user is typing. */
const focusNextButton = (box: Box) =>
  afterRender(box, (dashboard) => {
    if (isTyping()) return
    const next = dashboard.querySelector<HTMLElement>('[data-uppy-super-focusable]')
    next?.focus({ preventScroll: true })
  })

/** Adds the list role, which Uppy omits if the list has a single item. */
const completeListRole = (box: Box) =>
  afterRender(box, (dashboard) =>
    dashboard.querySelector('.uppy-Dashboard-files')?.setAttribute('role', 'list'),
  )

const afterRender = ({ current }: Box, act: (dashboard: HTMLElement) => void) =>
  setTimeout(() => current && act(current))
