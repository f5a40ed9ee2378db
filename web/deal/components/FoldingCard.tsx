import { CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { TableCard } from '#web/ui/display/Table.tsx'
import { cx } from '#web/ui/cx.ts'
import { ChevronRight } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'

interface FoldingCardProps {
  /** The id of the heading, which the next step leads to. */
  id: string
  title: string
  /** The one line to which the card folds. */
  result: ReactNode
  /** The sentences below the heading, if they are more than the result. */
  description?: ReactNode
  action?: ReactNode
  isFolded: boolean
  children: ReactNode
}

/** A part of the desk that folds to one line with its result, as long as the next step isn't in it. */
export function FoldingCard(props: FoldingCardProps) {
  const { id, title, result, description, action, isFolded, children } = props
  // Nothing folds under a person who works in it. It does on the next visit.
  const [startsFolded] = useState(isFolded)
  return (
    <TableCard as="section" aria-labelledby={id}>
      {startsFolded ? (
        <details className="group/fold">
          <FoldSummary>
            <h2 id={id} className="inline font-medium">
              {title}
            </h2>{' '}
            <span className="ml-1 text-muted-foreground">{result}</span>
          </FoldSummary>
          {(description || action) && (
            <div className="flex flex-wrap items-start justify-between gap-3 px-4.5 pb-3">
              {description && (
                <CardDescription className="min-w-0 flex-1 basis-60 text-pretty wrap-anywhere">
                  {description}
                </CardDescription>
              )}
              {action}
            </div>
          )}
          {children}
        </details>
      ) : (
        <>
          <CardHeader className="pb-4" action={action}>
            <CardTitle id={id} tabIndex={-1} className="outline-none">
              {title}
            </CardTitle>
            <CardDescription className="text-pretty wrap-anywhere">
              {description ?? result}
            </CardDescription>
          </CardHeader>
          {children}
        </>
      )}
    </TableCard>
  )
}

/** The line of a fold. The fold itself is a `group/fold`. */
export const FoldSummary = ({ className, children }: ComponentProps<'summary'>) => (
  <summary
    className={cx(
      'flex min-h-11 cursor-pointer list-none items-center gap-2 px-4.5 py-2 hover:bg-muted/55',
      className,
    )}
  >
    <ChevronRight
      aria-hidden="true"
      className="size-4 shrink-0 text-muted-foreground transition-transform group-open/fold:rotate-90 print:hidden"
    />
    <span className="min-w-0 text-pretty wrap-anywhere">{children}</span>
  </summary>
)
