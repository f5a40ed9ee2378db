import { X } from 'lucide-react'
import { formatFileSize } from '#domain/documents/files.ts'
import { textLimits } from '#domain/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Input } from '#web/ui/fields/Input.tsx'
import { NativeSelect } from '#web/ui/fields/NativeSelect.tsx'
import { batchKindNames, kindsOf, type BatchItem } from './batch-item.ts'
import type { UploadQueue } from './upload-queue.ts'

export interface BatchRowProps {
  item: BatchItem
  queue: UploadQueue
  disabled: boolean
}

export function BatchRow({ item, queue, disabled }: BatchRowProps) {
  const { key, file, name, kind, type, state } = item
  const isRefused = state.is === 'refused'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-2 py-3 md:grid-cols-[minmax(0,1fr)_11rem_auto]">
      <div className={cx('grid min-w-0 gap-1', !isRefused && 'max-md:col-span-2')}>
        {isRefused ? (
          <p className="font-medium wrap-anywhere">{file.name}</p>
        ) : (
          <Input
            aria-label={`Filename of ${file.name}`}
            aria-invalid={name.trim() === '' || undefined}
            autoComplete="off"
            maxLength={textLimits.filename}
            value={name}
            readOnly={disabled}
            onChange={({ target }) => queue.rename(key, target.value)}
          />
        )}
        <State item={item} />
      </div>
      {!isRefused && (
        <NativeSelect
          className="self-start"
          aria-label={`Kind of ${file.name}`}
          value={kind}
          disabled={disabled}
          onChange={({ target }) => {
            const chosen = kindsOf(type).find((each) => each === target.value)
            if (chosen) queue.setKind(key, chosen)
          }}
        >
          {kindsOf(type).map((each) => (
            <option key={each} value={each}>
              {batchKindNames[each]}
            </option>
          ))}
        </NativeSelect>
      )}
      <div className={cx('flex justify-end gap-1', isRefused && 'md:col-start-3')}>
        {state.is === 'failed' && (
          <Button
            size="s"
            variant="outline"
            aria-label={`Retry ${file.name}`}
            onClick={() => queue.retry(key)}
          >
            Retry
          </Button>
        )}
        <Button
          size="icon"
          variant="ghost"
          aria-label={`Remove ${file.name}`}
          disabled={disabled}
          onClick={() => queue.remove(key)}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
    </li>
  )
}

function State({ item: { file, name, state } }: { item: BatchItem }) {
  const size = formatFileSize(file.size)
  const why =
    state.is === 'refused' || state.is === 'failed' || state.is === 'uploaded' ? state.why : null
  const words = {
    refused: size,
    waiting: `${size} · Waiting`,
    sending: `${size} · ${state.is === 'sending' ? Math.round(state.part * 100) : 0}%`,
    failed: size,
    uploaded: `${size} · Uploaded`,
  }[state.is]
  return (
    <p className="text-xs text-muted-foreground">
      {words}
      {why && <span className="font-medium text-destructive"> · {why}</span>}
      {name.trim() === '' && (
        <span className="font-medium text-destructive"> · Filename is required</span>
      )}
    </p>
  )
}
