import type { Register } from '#contract/deal/registers.ts'
import type { RegisterState } from '#domain/book/deal/closing/register-states.ts'
import { formatDay } from '#domain/days.ts'
import { FoldingCard } from '#web/deal/components/FoldingCard.tsx'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { ChevronRight } from 'lucide-react'
import { RegisterFiles } from './RegisterFiles.tsx'
import { RegisterTable } from './RegisterTable.tsx'

/** The versions of a register that are no longer in force. */
export const EarlierRegisters = ({ registers }: { registers: readonly Register[] }) => (
  <FoldingCard
    id="earlier-registers"
    title="Earlier Registers"
    result={`${registers.length}, on record. Their certificates are no longer valid.`}
    isFolded
  >
    {registers.map((register) => (
      <Earlier key={register.id} register={register} />
    ))}
  </FoldingCard>
)

const Earlier = ({ register }: { register: Register }) => (
  <details className="group/register border-t">
    <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-2.5 gap-y-1 px-4.5 py-2.5 hover:bg-muted/55">
      <ChevronRight
        aria-hidden="true"
        className="size-4 shrink-0 text-muted-foreground transition-transform group-open/register:rotate-90"
      />
      <span className="font-medium">Version {register.version}</span>
      <Badge>{stateTexts[register.state]}</Badge>
      <span className="text-muted-foreground">effective {formatDay(register.effectiveDate)}</span>
    </summary>
    <div className="flex flex-wrap items-start justify-between gap-3 px-4.5 pb-3">
      <p className="min-w-0 flex-1 basis-60 text-pretty wrap-anywhere text-muted-foreground">
        Made by {register.madeBy}, {formatTimestamp(register.madeAt)}
        {register.endedAt &&
          `. Ended by ${register.endedBy ?? 'the desk'}, ${formatTimestamp(register.endedAt)}`}
        {register.endReason && `. Reason: ${register.endReason}`}
      </p>
      <div className="flex gap-2 print:hidden">
        <RegisterFiles register={register} size="s" />
      </div>
    </div>
    <RegisterTable register={register} />
  </details>
)

const stateTexts: Record<RegisterState, string> = {
  current: 'In force',
  superseded: 'Superseded',
  void: 'Void',
}
