import { cx } from '#web/ui/cx.ts'
import type { MouseEvent } from 'react'
import { Link } from 'wouter'
import { describeRest, type Kind, type Row } from './kinds.ts'

interface TodayRowsProps {
  kind: Kind
  isPlain?: boolean
  /** The handler runs in the capture phase so that it can stop a click from reaching the row's button. */
  onPress: (row: Row, press: MouseEvent) => void
}

export function TodayRows({ kind, isPlain = false, onPress }: TodayRowsProps) {
  const rest = describeRest(kind)
  if (kind.rows.length === 0) return null
  return (
    <div>
      {!isPlain && (
        <h3 className="border-t bg-muted/55 px-4.5 py-1.5 text-[0.8125rem] font-medium text-muted-foreground">
          {kind.name}
        </h3>
      )}
      {/* Safari doesn't treat a list without bullets as a list unless it has an explicit role. */}
      <ul role="list" aria-label={kind.name} className="divide-y border-t">
        {kind.rows.map((row) => (
          <TodayRow key={row.key} row={row} onPress={(press) => onPress(row, press)} />
        ))}
      </ul>
      {!isPlain && rest && (
        <p className="border-t px-4.5 py-2 text-[0.8125rem] text-muted-foreground">
          {kind.all ? (
            <Link
              href={kind.all.href}
              aria-label={`${rest}: ${kind.all.label}`}
              className="text-primary underline-offset-4 hover:underline max-md:inline-block max-md:py-2.5"
            >
              {rest}
            </Link>
          ) : (
            rest
          )}
        </p>
      )}
    </div>
  )
}

/** A row as high as the space reserved in `TodaySlot.tsx`. A note, or on phones longer text, makes it higher. */
const TodayRow = ({
  row: { what, where, whereHref, details, note, isWarning, act, quietAct },
  onPress,
}: {
  row: Row
  onPress: (press: MouseEvent) => void
}) => (
  <li
    onClickCapture={onPress}
    className="flex min-h-14 items-center justify-between gap-3 px-4.5 py-1 max-sm:min-h-16 max-sm:gap-2"
  >
    <div className="min-w-0 wrap-anywhere">
      <p
        className={cx(
          'line-clamp-1 font-medium max-sm:line-clamp-4 max-sm:leading-5',
          isWarning && 'text-warning',
        )}
      >
        {what}
      </p>
      {/* On phones, the details follow on the same line, which saves one. */}
      <p
        className={cx(
          'text-[0.8125rem] text-muted-foreground max-sm:line-clamp-3 max-sm:leading-4.5',
          quietAct ? 'sm:line-clamp-2' : 'sm:flex',
        )}
      >
        <span className={cx(!quietAct && (details ? 'sm:truncate' : 'sm:line-clamp-1'))}>
          {whereHref ? (
            <Link href={whereHref} className="underline-offset-4 hover:underline">
              {where}
            </Link>
          ) : (
            where
          )}
        </span>
        {details && (
          <>
            <span className={cx(!quietAct && 'sm:whitespace-pre')}> · </span>
            <span className={cx(!quietAct && 'sm:max-w-3/4 sm:shrink-0 sm:truncate')}>
              {details}
            </span>
          </>
        )}
      </p>
      {note && <p className="text-[0.8125rem] text-muted-foreground max-sm:leading-4.5">{note}</p>}
    </div>
    <div className="flex shrink-0 max-sm:flex-col max-sm:*:px-2.5 max-sm:[&_svg]:hidden sm:flex-row-reverse">
      {act}
      {quietAct}
    </div>
  </li>
)
