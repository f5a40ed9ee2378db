import { paths } from '#web/addresses/paths.ts'
import { Link } from 'wouter'
import { useOpenings } from './use-openings.ts'

export interface OpenedByProps {
  loanId: string
  document: { id: string; filename: string }
}

/** Shows how many lenders opened the document, with a link to those who didn't. Reserves one line while loading. */
export function OpenedBy({ loanId, document: { id, filename } }: OpenedByProps) {
  const text = useOpenings(loanId, id)
  if (text === null) return <p className={room} />
  return (
    <p className={room}>
      <Link
        href={`${paths.book(loanId)}?unread=${id}#lenders`}
        aria-label={`${text}: ${filename}`}
        className="underline-offset-4 hover:underline max-md:inline-block max-md:py-1.5"
      >
        {text}
      </Link>
    </p>
  )
}

const room = 'min-h-lh text-[0.8125rem] text-muted-foreground max-md:min-h-[calc(1lh+0.75rem)]'
