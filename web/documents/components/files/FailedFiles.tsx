import type { UploadKind } from '#domain/documents/files.ts'
import { errorMessage } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { LoanFiles } from './loan-files.ts'

type Groups = readonly LoanFiles<unknown>[]

export function FailedFiles({
  kind,
  group: { loan, error, isRetrying, retry },
  groups,
}: {
  kind: UploadKind
  group: LoanFiles<unknown>
  groups: Groups
}) {
  return (
    <div
      // If several files fail, a single alert above the list announces them.
      role={failuresOf(groups).length === 1 ? 'alert' : undefined}
      className={rowClass}
    >
      <p className="wrap-anywhere">
        <span className="font-medium">
          The {kind}s of {loan.title} couldn't be loaded.
        </span>{' '}
        {error && errorMessage(error, error.message)}
      </p>
      <Button
        variant="outline"
        size="s"
        aria-label={`Retry ${loan.title}`}
        busy={isRetrying}
        onClick={retry}
      >
        Retry
      </Button>
    </div>
  )
}

export function Failures({ kind, groups }: { kind: UploadKind; groups: Groups }) {
  const failures = failuresOf(groups)
  if (failures.length < 2) return null
  return (
    <div role="alert" className={cx(rowClass, 'border-t px-4.5 py-3')}>
      <p className="font-medium">
        The {kind}s of {failures.length} loans couldn't be loaded.
      </p>
      <Button
        variant="outline"
        size="s"
        busy={failures.every(({ isRetrying }) => isRetrying)}
        onClick={() => failures.forEach(({ retry }) => retry())}
      >
        Retry All
      </Button>
    </div>
  )
}

const rowClass = 'flex items-center justify-between gap-3 text-destructive'

const failuresOf = (groups: Groups) => groups.filter(({ hasFailed }) => hasFailed)
