import { CircleCheck } from 'lucide-react'
import { errorMessage } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useMovedRows } from '#web/ui/focus/use-moved-rows.ts'
import type { MouseEvent, ReactNode, RefObject } from 'react'
import { firstRows, type Kind, type Row } from './kinds.ts'
import { TodayRows } from './TodayRow.tsx'

interface TodayCardProps {
  /** The heading receives focus when the focused row is removed. */
  title: RefObject<HTMLHeadingElement | null>
  kinds: Kind[] | undefined
  most: number
  isWhole: boolean
  onWholeChange: (isWhole: boolean) => void
  /** True if there are no loans, so nothing can be due. */
  isEmptyDesk: boolean
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
  dialog?: ReactNode
  /** For a viewer, the colleagues who act for the firm. */
  note?: string | null
}

export function TodayCard({
  title,
  kinds,
  most,
  isWhole,
  onWholeChange,
  isEmptyDesk,
  error,
  isFetching,
  refetch,
  dialog,
  note,
}: TodayCardProps) {
  const all = kinds?.flatMap(({ rows }) => rows) ?? []
  const listed = all.length
  const first = firstRows(kinds ?? [], most)
  const isAll = isWhole && listed > most
  const isTooSoon = useMovedRows(
    (isAll ? all : first).map(({ key }) => key),
    Boolean(dialog),
  )
  const onPress = ({ key }: Row, press: MouseEvent) => {
    if (!isTooSoon(key, press)) return
    press.preventDefault()
    press.stopPropagation()
  }
  return (
    <>
      <header className="flex min-h-13 items-center justify-between gap-3 px-4.5 max-sm:min-h-15">
        <div className="min-w-0 py-3">
          <h2
            ref={title}
            id="today"
            tabIndex={-1}
            className="text-heading font-semibold outline-none"
          >
            Today
          </h2>
          {note && <p className="text-xs text-muted-foreground">{note}</p>}
        </div>
        {listed > most && (
          <Button
            variant="ghost"
            size="s"
            className="-mr-2.5"
            aria-expanded={isWhole}
            onClick={() => onWholeChange(!isWhole)}
          >
            {isWhole ? 'Show Less' : `Show All ${totalOf(kinds ?? [])}`}
          </Button>
        )}
      </header>
      {kinds && listed > 0 ? (
        isAll ? (
          kinds.map((kind) => <TodayRows key={kind.name} kind={kind} onPress={onPress} />)
        ) : (
          <>
            <TodayRows kind={{ name: 'Today', rows: first, count: 0 }} isPlain onPress={onPress} />
            {listed < most && (
              <p className="grid grow place-items-center border-t p-3 text-[0.8125rem] text-muted-foreground">
                That's everything for now.
              </p>
            )}
          </>
        )
      ) : kinds ? (
        <CaughtUp isEmptyDesk={isEmptyDesk} />
      ) : error ? (
        <ErrorCard
          title="What's due today couldn't be loaded"
          message={errorMessage(error, error.message)}
          busy={isFetching}
          onRetry={() => void refetch()}
          className="grow rounded-t-none border-x-0 border-b-0 py-3"
        />
      ) : (
        <div className="grid gap-3 border-t px-4.5 py-4">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-5 w-1/2" />
        </div>
      )}
      {dialog}
    </>
  )
}

/** Adds a plus sign if any type's count was capped. */
function totalOf(kinds: Kind[]): string {
  const total = kinds.reduce((sum, { count }) => sum + count, 0)
  return kinds.some(({ isCut }) => isCut) ? `${total}+` : String(total)
}

function CaughtUp({ isEmptyDesk }: { isEmptyDesk: boolean }) {
  return (
    <div className="grid grow place-content-center justify-items-center gap-1 border-t px-4.5 py-3 text-center">
      {isEmptyDesk ? (
        <p className="font-medium">Nothing to do yet</p>
      ) : (
        <>
          <CircleCheck aria-hidden="true" strokeWidth={1.5} className="size-8 text-success" />
          <p className="font-medium">You're all caught up</p>
        </>
      )}
      <p className="text-[0.8125rem] text-muted-foreground">
        {isEmptyDesk
          ? 'Tasks appear here once the desk has loans.'
          : 'What needs you next will show up here.'}
      </p>
    </div>
  )
}
