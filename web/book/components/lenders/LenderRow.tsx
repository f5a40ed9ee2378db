import type { LoanLender } from '#contract/book/lenders.ts'
import type { NextLenderAct } from '#domain/book/syndicate/stages.ts'
import { isAboveZero } from '#domain/money.ts'
import { paths } from '#web/addresses/paths.ts'
import { HeldLines } from '#web/book/components/holdings/HeldLines.tsx'
import { formatAge } from '#web/time/timestamps.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import { Cell, Dash, TableRow } from '#web/ui/display/Table.tsx'
import { LenderName } from './LenderName.tsx'
import { describeSign, describeStage } from './stages.ts'
import { StageTrack } from './StageTrack.tsx'

export interface LenderRowProps {
  loan: { id: string; title: string }
  lender: LoanLender
  documents: number
  /** False if a filter hides the row. Lenders with a share are still printed so that the printed shares add up. */
  isShown: boolean
  /** Null if the lender can't receive messages. The row then has no checkbox. */
  isChosen: boolean | null
  onChoose: (isChosen: boolean) => void
  onWrite: () => void
}

export function LenderRow(props: LenderRowProps) {
  const { loan, lender, documents, isShown, isChosen, onChoose } = props
  const { lenderName, stage } = lender
  const isHolder = isAboveZero(lender.bindingPercentage) || isAboveZero(lender.softPercentage)
  const sign = describeSign(lender, loan.title)
  return (
    <TableRow
      className={cx(
        !isShown && (isHolder ? 'hidden print:table-row' : 'hidden'),
        isShown && !isHolder && 'print:hidden',
      )}
    >
      <Cell className="w-0 pr-0 @max-lg:pl-1 print:hidden">
        {isChosen !== null && (
          <label className="flex size-5 items-center justify-center max-md:size-11">
            <span className="sr-only">Select {lenderName}</span>
            <input
              type="checkbox"
              checked={isChosen}
              onChange={({ target }) => onChoose(target.checked)}
              className="size-4 max-md:size-5"
            />
          </label>
        )}
      </Cell>
      <Cell className="w-[30%] wrap-anywhere @max-3xl:w-full @max-3xl:max-w-0 @max-3xl:py-1 print:max-w-none">
        <LenderName lender={lender} otherwise={lender.lenderEmail} isCompact />
        <span className="block text-xs @3xl:hidden print:hidden">
          <span className="line-clamp-2 text-muted-foreground">
            {isHolder && sign ? sign : describeBriefly(describeStage(lender, documents), sign)}
          </span>
          {isHolder && <HeldLines held={lender} />}
        </span>
      </Cell>
      <Cell className="@max-3xl:hidden print:table-cell">
        <StageTrack stage={stage} />
        <span className="mt-1 block whitespace-nowrap">{describeStage(lender, documents)}</span>
      </Cell>
      <Cell className="text-muted-foreground @max-3xl:hidden print:table-cell">
        {sign ?? <Dash label="No sign yet" />}
        {lender.writtenAt && (
          <span className="block text-xs print:hidden">
            Written to {formatAge(lender.writtenAt)}
          </span>
        )}
        {lender.pass?.comment && (
          <span className="block text-xs wrap-anywhere">“{lender.pass.comment}”</span>
        )}
      </Cell>
      <Cell numeric className="@max-3xl:hidden print:table-cell">
        {isHolder ? <HeldLines held={lender} /> : <Dash label="No share" />}
      </Cell>
      <Cell numeric className="@max-lg:pl-1 print:hidden">
        <NextAct {...props} />
      </Cell>
    </TableRow>
  )
}

/** Returns text such as "Soft 15% · Asked a question, today". Omits a stage that the last action already implies. */
const describeBriefly = (stage: string, sign: string | null) =>
  sign === null ? stage : sign.startsWith(stage) ? sign : `${stage} · ${sign}`

const actLabels: Record<NextLenderAct, string> = {
  answer: 'Answer',
  askToFirmUp: 'Ask to Firm Up',
  remind: 'Remind',
}

function NextAct({ loan, lender, onWrite }: LenderRowProps) {
  const { lenderId, lenderName, stage, next, writtenAt } = lender
  if (next === null) return null
  // The label tells administrators that they have already written to the lender today.
  const isAskedToday = next !== 'answer' && writtenAt !== null && formatAge(writtenAt) === 'today'
  const label = isAskedToday ? 'Write Again' : stage === 'notNotified' ? 'Notify' : actLabels[next]
  return next === 'answer' ? (
    <ButtonLink
      href={`${paths.loan(loan.id)}?to=${lenderId}#messages`}
      variant="outline"
      size="s"
      aria-label={`${label}: ${lenderName}`}
    >
      {label}
    </ButtonLink>
  ) : (
    <Button
      variant={isAskedToday ? 'ghost' : 'outline'}
      size="s"
      aria-label={`${label}: ${lenderName}`}
      // A label on two lines leaves room for the lender on phones.
      className="@max-lg:w-min @max-lg:min-w-21 @max-lg:leading-tight @max-lg:whitespace-normal"
      onClick={onWrite}
    >
      {label}
    </Button>
  )
}
