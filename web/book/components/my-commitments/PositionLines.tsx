import type { Commitment } from '#contract/book/commitments.ts'
import { formatCents, formatShare } from '#domain/money.ts'
import { formatDate } from '#web/time/timestamps.ts'
import { Badge } from '#web/ui/display/Badge.tsx'
import { shortageOf } from '#web/book/components/holdings/soft-lines.ts'
import { ActButtons } from './ActButtons.tsx'
import type { OnAct } from './PositionTable.tsx'

export function PositionLines({ lines, onAct }: { lines: Commitment[]; onAct: OnAct }) {
  return (
    <ul aria-label={`Lines of ${lines[0]?.loan.title}`} className="grid gap-2">
      {lines.map((line) => (
        <li
          key={line.id}
          className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-muted px-3 py-2.5"
        >
          <Kind line={line} />
          <span className="font-medium">
            {formatShare(line.percentage)} · {formatCents(line.amount)}
          </span>
          <span className="text-muted-foreground">
            Made {formatDate(line.createdAt)}
            {line.madeBy !== null && ` by ${line.madeBy}`}
          </span>
          {line.isOnBehalf === 'true' && <Badge>Recorded on your behalf</Badge>}
          <span className="flex flex-wrap gap-2 sm:ml-auto">
            <ActButtons
              commitment={line}
              subject={`${formatShare(line.percentage)} of ${line.loan.title}`}
              onAct={(action) => onAct(action, line)}
            />
          </span>
          <Shortage line={line} />
        </li>
      ))}
    </ul>
  )
}

function Kind({ line }: { line: Commitment }) {
  const isSoft = line.isSoftCommit === 'true'
  return <Badge tone={isSoft ? 'warning' : 'success'}>{isSoft ? 'Soft' : 'Binding'}</Badge>
}

function Shortage({ line }: { line: Commitment }) {
  const shortage = line.isSoftCommit === 'true' ? shortageOf(line, line.loan) : null
  return shortage && <p className="w-full text-xs text-muted-foreground">{shortage}</p>
}
