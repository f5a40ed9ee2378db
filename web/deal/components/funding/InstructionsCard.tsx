import type { Funding, Instructions } from '#contract/deal/funding.ts'
import type { InstructionAct, InstructionState } from '#domain/deal/funding/states.ts'
import { formatMoment } from '#domain/days.ts'
import { FoldingCard } from '#web/deal/components/FoldingCard.tsx'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { Badge, type BadgeTone } from '#web/ui/display/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CardContent } from '#web/ui/display/Card.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { InstructionDetails } from './InstructionDetails.tsx'

// Loading the library of forms here would add it to every visit.
const dialogs = {
  draft: onDemand(() =>
    import('./DraftInstructionsDialog.tsx').then((part) => part.DraftInstructionsDialog),
  ),
  verify: onDemand(() =>
    import('./VerifyInstructionsDialog.tsx').then((part) => part.VerifyInstructionsDialog),
  ),
  send: onDemand(() =>
    import('./SendInstructionsDialog.tsx').then((part) => part.SendInstructionsDialog),
  ),
  discard: onDemand(() =>
    import('./DiscardInstructionsDialog.tsx').then((part) => part.DiscardInstructionsDialog),
  ),
}

type OpenDialog = 'draft' | { act: InstructionAct; instructions: Instructions } | null

/** The versions of the funding instructions, and the acts on the newest. */
export function InstructionsCard({ funding }: { funding: Funding }) {
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const { loan, instructions } = funding
  const [latest] = instructions
  const unsent = latest?.state === 'draft' || latest?.state === 'verified' ? latest : null
  const inForce = instructions.find(({ state }) => state === 'sent')
  const earlier = instructions.filter(({ state }) => state === 'replaced')
  const isFunded = loan.status === 'funded'
  const close = () => setDialog(null)
  const act = dialog !== null && dialog !== 'draft' ? dialog : null
  if (isFunded && instructions.length === 0) return null
  return (
    <FoldingCard
      id="deal-instructions"
      title="Funding Instructions"
      result={inForce && describeInForce(inForce)}
      description={
        inForce
          ? 'Lenders read them on the desk. No email has an account number.'
          : 'Draft them, verify them by telephone, then send them. Lenders can then read where to wire.'
      }
      action={
        !isFunded && (
          <Button
            variant={latest ? 'outline' : 'primary'}
            className="max-md:w-full print:hidden"
            onPointerEnter={dialogs.draft.preload}
            onFocus={dialogs.draft.preload}
            onClick={() => setDialog('draft')}
          >
            {latest ? 'Draft Another Version…' : 'Draft Instructions…'}
          </Button>
        )
      }
      isFolded={inForce !== undefined && unsent === null}
    >
      <CardContent className="grid gap-4 pt-0">
        {unsent && (
          <Version
            instructions={unsent}
            onAct={(chosen) => setDialog({ act: chosen, instructions: unsent })}
          />
        )}
        {inForce && <Version instructions={inForce} />}
        {!latest && <p className="text-muted-foreground">There are no instructions yet.</p>}
        {earlier.length > 0 && (
          <details className="group/earlier">
            <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2 font-medium max-md:min-h-11">
              <ChevronRight
                aria-hidden="true"
                className="size-4 shrink-0 text-muted-foreground transition-transform group-open/earlier:rotate-90"
              />
              Earlier versions ({earlier.length})
            </summary>
            <div className="mt-2 grid gap-4">
              {earlier.map((version) => (
                <Version key={version.id} instructions={version} />
              ))}
            </div>
          </details>
        )}
      </CardContent>
      {dialog === 'draft' && <dialogs.draft funding={funding} onClose={close} />}
      {act?.act === 'verify' && (
        <dialogs.verify loan={loan} instructions={act.instructions} onClose={close} />
      )}
      {act?.act === 'send' && (
        <dialogs.send funding={funding} instructions={act.instructions} onClose={close} />
      )}
      {act?.act === 'discard' && (
        <dialogs.discard loan={loan} instructions={act.instructions} onClose={close} />
      )}
    </FoldingCard>
  )
}

/** Returns text such as "Version 2 is in force. The money is due by May 15, 2027, 5:00 PM EDT." */
const describeInForce = ({ version, dueAt }: Instructions): string =>
  `Version ${version} is in force. The money is due by ${formatMoment(dueAt)}.`

interface VersionProps {
  instructions: Instructions
  onAct?: (act: InstructionAct) => void
}

function Version({ instructions, onAct }: VersionProps) {
  const { version, state, can } = instructions
  const { text, tone } = stateTexts[state]
  // The server lists no `verify` for the author if another administrator must verify.
  const awaitsAnother = state === 'draft' && onAct && !can.includes('verify')
  return (
    <section aria-label={`Version ${version}`} className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h3 className="font-medium">Version {version}</h3>
        <Badge tone={tone}>{text}</Badge>
      </div>
      <InstructionDetails instructions={instructions} />
      <ul className="grid gap-0.5 text-[0.8125rem] text-pretty wrap-anywhere text-muted-foreground">
        {historyOf(instructions).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {awaitsAnother && (
        <p className="font-medium">Another administrator than the author must verify these.</p>
      )}
      {onAct && can.length > 0 && (
        <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2 print:hidden">
          {acts
            .filter(({ act }) => can.includes(act))
            .map(({ act, label }) => (
              <Button
                key={act}
                variant={act === 'discard' ? 'outline' : 'primary'}
                onPointerEnter={dialogs[act].preload}
                onFocus={dialogs[act].preload}
                onClick={() => onAct(act)}
              >
                {label}
              </Button>
            ))}
        </div>
      )}
    </section>
  )
}

const acts: readonly { act: InstructionAct; label: string }[] = [
  { act: 'verify', label: 'Verify…' },
  { act: 'send', label: 'Send…' },
  { act: 'discard', label: 'Discard…' },
]

const stateTexts: Record<InstructionState, { text: string; tone: BadgeTone }> = {
  draft: { text: 'Draft, not verified', tone: 'warning' },
  verified: { text: 'Verified, not sent', tone: 'info' },
  sent: { text: 'In force', tone: 'success' },
  replaced: { text: 'Replaced', tone: 'neutral' },
}

function historyOf(instructions: Instructions): string[] {
  const { createdBy, createdAt, verification, sentBy, sentAt, replacedAt } = instructions
  return [
    `Drafted by ${createdBy}, ${formatTimestamp(createdAt)}`,
    ...(verification
      ? [
          `Verified by ${verification.verifiedBy} with ${verification.spokeWith} at ${verification.phone}, ${formatTimestamp(verification.calledAt)}: ${verification.result}`,
        ]
      : []),
    ...(sentAt
      ? [`Sent${sentBy === null ? '' : ` by ${sentBy}`}, ${formatTimestamp(sentAt)}`]
      : []),
    ...(replacedAt ? [`Replaced ${formatTimestamp(replacedAt)}`] : []),
  ]
}
