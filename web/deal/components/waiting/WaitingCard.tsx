import { paths } from '#web/addresses/paths.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { Card } from '#web/ui/display/Card.tsx'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

interface WaitingCardProps {
  kind: 'Offer' | 'New Terms' | 'Soft Share' | 'Money to Wire'
  loan: { id: string; title: string }
  /** The decision or the payment, with its amount. */
  headline: string
  deadline: ReactNode
  /** The buttons to decide, or a link to the instructions. */
  acts: ReactNode
  children: ReactNode
}

/** A decision or payment that waits for the user's firm: its amount, its deadline, its figures and its buttons. */
export const WaitingCard = ({
  kind,
  loan,
  headline,
  deadline,
  acts,
  children,
}: WaitingCardProps) => (
  <Card as="article" className="flex flex-col gap-2.5 border-warning px-4.5 py-4">
    <div className="flex items-start justify-between gap-3">
      <h3 className="min-w-0 font-medium wrap-anywhere">
        <Link href={paths.loan(loan.id)} className="underline-offset-4 hover:underline">
          {loan.title}
        </Link>
      </h3>
      <Badge tone="warning">{kind}</Badge>
    </div>
    <div>
      <p className="text-base font-semibold tracking-tight text-pretty">{headline}</p>
      <p className="font-medium text-pretty">{deadline}</p>
    </div>
    <div className="text-[0.8125rem] text-pretty wrap-anywhere text-muted-foreground">
      {children}
    </div>
    <div className="mt-auto empty:hidden">{acts}</div>
  </Card>
)
