import { errorMessage } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/display/Card.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { SetupLines } from './SetupLines.tsx'
import { describeProgress, isAllDone, setupQuery, useSaveSetup } from './use-setup.ts'
import { cx } from '#web/ui/cx.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * The checklist's height: a header of 52 px and lines of 44 px, with five rows in two columns or, on phones, nine rows.
 */
const room = 'h-[17.125rem] max-md:h-[28.25rem]'

/**
 * The setup checklist. Once lenders can see a loan, it collapses to one line, because other tasks are more important.
 */
export function DashboardSetup({ isFoldable }: { isFoldable: boolean }) {
  const [isUnfolded, setUnfolded] = useState(false)
  const { data: setup, error, isFetching, refetch } = useQuery(setupQuery())
  const { title, keepFocus } = useKeptFocus()
  const save = useSaveSetup(keepFocus)
  if (setup && (setup.isHidden === 'true' || isAllDone(setup))) return null
  const isOpen = isUnfolded || !isFoldable
  return (
    <Card as="section" aria-labelledby="setup" className={isOpen ? room : undefined}>
      <header className="flex h-13 items-center gap-3 px-4.5">
        <h2
          ref={title}
          id="setup"
          tabIndex={-1}
          className="text-heading font-semibold whitespace-nowrap outline-none"
        >
          Set Up<span className="max-sm:sr-only"> Your Desk</span>
        </h2>
        {setup && (
          <p className="text-[0.8125rem] whitespace-nowrap text-muted-foreground tabular-nums">
            {describeProgress(setup)}
          </p>
        )}
        {isFoldable && (
          <Button
            variant="ghost"
            size="s"
            className="ml-auto"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Fold' : 'Continue'}: Set Up Your Desk`}
            onClick={() => setUnfolded(!isOpen)}
          >
            {isOpen ? 'Fold' : 'Continue'}
          </Button>
        )}
        <Button
          variant="ghost"
          size="s"
          className={cx('-mr-2.5', !isFoldable && 'ml-auto')}
          aria-label="Hide: Set Up Your Desk"
          busy={save.isPending && save.variables.isHidden !== undefined}
          onClick={() => save.mutate({ isHidden: 'true' })}
        >
          Hide
        </Button>
      </header>
      {!isOpen ? null : setup ? (
        <SetupLines
          setup={setup}
          isSaving={save.isPending && save.variables.worksWithoutEmail !== undefined}
          onWorkWithoutEmail={() => save.mutate({ worksWithoutEmail: 'true' })}
        />
      ) : error ? (
        <ErrorCard
          title="What remains to be set up couldn't be loaded"
          message={errorMessage(error, error.message)}
          busy={isFetching}
          onRetry={() => void refetch()}
          className="rounded-t-none border-x-0 border-b-0 py-3"
        />
      ) : (
        <div className="grid gap-4 border-t px-4.5 py-4">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-5 w-1/2" />
        </div>
      )}
    </Card>
  )
}
