import type { Audience } from '#domain/audience/audiences.ts'
import { HelpLink } from '#web/help/HelpLink.tsx'
import { cx } from '#web/ui/cx.ts'
import {
  countAffected,
  nameAmong,
  nameFirms,
  type AudienceFirm,
  type SightChange,
  type whoSees,
} from './describe-audience.ts'

export type DirectedChange = SightChange & { isLoss: boolean }

interface ConsequencesProps {
  audience: Audience
  seen: ReturnType<typeof whoSees>
  changes: readonly DirectedChange[]
  askers: ReadonlySet<string>
  leftOut: readonly AudienceFirm[]
}

export const describeLeftOut = 'Ask for access, not admitted'

/** Says who will see the loan, and names the firms that see less or more of it than now. */
export const Consequences = ({ audience, seen, changes, askers, leftOut }: ConsequencesProps) => (
  <section
    aria-labelledby="audience-after"
    className="grid content-start gap-2 self-start rounded-lg bg-muted p-3"
  >
    <h3 id="audience-after" className="font-medium">
      Who will see it
    </h3>
    <dl className="grid gap-1.5 text-[0.8125rem]">
      {seen.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-xs text-muted-foreground">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
      {changes.map(({ isLoss, ...change }) => (
        <div key={change.name} className={cx(isLoss && 'text-warning')}>
          <dt className="font-medium">
            {change.name}: {countAffected(change)}
          </dt>
          <dd className={cx(change.firms.length > 3 && 'columns-[12rem] gap-x-4')}>
            {change.firms.map((firm) => (
              <span key={firm.id} className="block break-inside-avoid pl-3 -indent-3 wrap-anywhere">
                {nameAmong(firm, change.firms)}
                {askers.has(firm.id) && ', asks for access'}
              </span>
            ))}
          </dd>
        </div>
      ))}
      {leftOut.length > 0 && (
        <div>
          <dt className="font-medium">{describeLeftOut}</dt>
          <dd className="wrap-anywhere">{nameFirms(leftOut)}</dd>
        </div>
      )}
    </dl>
    {audience === 'everyone' && (
      <p className="text-[0.8125rem] text-pretty text-muted-foreground">
        Choose a narrower audience to pick firms.
      </p>
    )}
    {audience === 'teaser' && (
      <p className="text-[0.8125rem] text-pretty">
        A teaser shows the title and the picture: make sure that neither reveals the borrower or the
        address.
      </p>
    )}
    <HelpLink to="audiences" newTab>
      How audiences work
    </HelpLink>
  </section>
)
