import { Ellipsis } from 'lucide-react'
import type { Loan } from '#contract/loans/shapes.ts'
import { loanCan } from '#domain/loans/statuses.ts'
import { useExport } from '#web/files/use-export.ts'
import { callFile } from '#web/api/call-file.ts'
import { DropHint } from '#web/documents/components/batch/DropHint.tsx'
import { useFileDrop } from '#web/documents/components/batch/use-file-drop.ts'
import { deleteObstacle } from '#web/loans/components/loan-availability.ts'
import { paths } from '#web/addresses/paths.ts'
import { ActionMenu, type MenuAction } from '#web/ui/overlays/ActionMenu.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import { useHashDialog } from '#web/ui/focus/hash.ts'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { PublicationPlace } from '#web/loans/components/manage-loans/publication-checks.ts'
import { dialogs } from './dialogs.ts'
import { StatusMenu } from './StatusMenu.tsx'

type Act = keyof typeof dialogs

interface AdminBarProps {
  loan: Loan
  isBook?: boolean
  onPrint?: () => void
  isPrinting?: boolean
}

/**
 * The administrators' actions on a loan, shown on the loan's page and in its book. For a draft, the bar also says who
 * can see it.
 */
export function AdminBar({ loan, isBook = false, onPrint, isPrinting = false }: AdminBarProps) {
  const [act, setAct] = useState<Act | null>(null)
  const [dropped, setDropped] = useState<readonly File[]>([])
  /** The item that the user chose in the publication checklist. Closing its dialog opens the checklist again. */
  const [place, setPlace] = useState<PublicationPlace | null>(null)
  const isOver = useFileDrop({
    isOn: act === null,
    unless: '[role=dialog], [role=alertdialog]',
    onFiles(files) {
      setDropped(files)
      setAct('upload')
    },
  })
  const close = () => {
    setDropped([])
    setAct(place === null ? null : 'publish')
    setPlace(null)
  }
  const complete = (chosen: PublicationPlace) => {
    setPlace(chosen)
    setAct(chosen === 'files' ? 'upload' : chosen === 'audience' ? 'audience' : 'edit')
  }
  const [pathname, navigate] = useLocation()
  const { save, busy: isExporting } = useExport()
  const obstacle = recordObstacle(loan)
  const whyKept = deleteObstacle(loan)
  const params = { id: loan.id }
  const { isDraft } = loan
  useHashDialog('upload', () => setAct('upload'))
  useHashDialog('edit', () => setAct('edit'))
  useHashDialog('message', () => isDraft || setAct('message'))
  useHashDialog('record', () => isDraft || obstacle || setAct('record'))
  useHashDialog('publish', () => loan.can.includes('publish') && setAct('publish'))
  const buttonOf = (name: Act) => ({
    onClick: () => setAct(name),
    onPointerEnter: () => dialogs[name].preload(),
    onFocus: () => dialogs[name].preload(),
  })
  const more: (MenuAction | false)[] = [
    isDraft === 'true' &&
      pathname !== paths.deal(loan.id) && {
        label: 'Deal Desk',
        hint: 'Dates, limits and your hold',
        onSelect: () => navigate(paths.deal(loan.id)),
      },
    !isDraft && {
      label: 'Export CSV',
      hint: 'The book, as comma-separated values',
      onSelect: () => void save(() => callFile('exportBookAsCsv', { params })),
    },
    !isDraft && {
      label: 'Export XLSX',
      hint: 'The book, as a spreadsheet',
      onSelect: () => void save(() => callFile('exportBookAsXlsx', { params })),
    },
    { label: 'Print', onSelect: onPrint ?? (() => window.print()) },
    !isDraft && {
      label: 'Return to Draft',
      ...(loan.can.includes('unpublish')
        ? { hint: 'Possible until a lender commits' }
        : { disabled: true, hint: 'A lender has committed to this loan.' }),
      onSelect: () => setAct('unpublish'),
    },
    {
      label: 'Delete',
      ...(whyKept && { disabled: true, hint: whyKept }),
      onSelect: () => setAct('remove'),
    },
  ]
  return (
    <section
      aria-label="Administration"
      className={cx(
        'flex flex-wrap items-center gap-2 print:hidden',
        isDraft && 'rounded-xl border border-dashed border-muted-foreground px-4 py-3',
      )}
    >
      {isDraft && (
        <p className="mr-auto text-pretty">
          <strong className="font-semibold">This is a draft.</strong> Only administrators see it,
          and nobody can commit to it.
        </p>
      )}
      <div
        className={cx(
          'flex flex-wrap gap-2 max-md:grid max-md:w-full',
          // On phones, the buttons fill complete rows: the desk, six buttons, or four for a draft (including Publish).
          isDraft ? 'max-md:grid-cols-2 max-md:[&>:nth-child(3)]:col-span-2' : 'max-md:grid-cols-3',
        )}
      >
        {!isDraft && pathname === paths.loan(loan.id) && (
          <ButtonLink href={paths.deal(loan.id)} variant="outline" className="max-md:col-span-3">
            Deal Desk
          </ButtonLink>
        )}
        <Button variant="outline" {...buttonOf('edit')}>
          Edit
        </Button>
        <StatusMenu loan={loan} />
        {loan.can.includes('publish') && <Button {...buttonOf('publish')}>Publish</Button>}
        <Button variant="outline" {...buttonOf('upload')}>
          Upload
        </Button>
        {!isDraft && (
          <>
            <Button variant="outline" {...buttonOf('message')}>
              Message
            </Button>
            <Button
              variant={isBook ? 'primary' : 'outline'}
              disabled={obstacle !== null}
              // Screen readers announce the title as a description, after the name.
              title={obstacle ?? undefined}
              {...buttonOf('record')}
            >
              Record
            </Button>
          </>
        )}
        <ActionMenu
          trigger={
            <Button variant="outline" busy={isExporting || isPrinting}>
              More
              <Ellipsis aria-hidden="true" />
            </Button>
          }
          actions={more.filter((each) => each !== false)}
        />
      </div>
      {act === 'edit' && (
        <dialogs.edit
          loanId={loan.id}
          field={place === null || place === 'files' || place === 'audience' ? undefined : place}
          onClose={close}
        />
      )}
      {act === 'publish' && <dialogs.publish loan={loan} onComplete={complete} onClose={close} />}
      {act === 'audience' && <dialogs.audience loan={loan} onClose={close} />}
      {act === 'unpublish' && <dialogs.unpublish loan={loan} onClose={close} />}
      {act === 'upload' && <dialogs.upload loan={loan} files={dropped} onClose={close} />}
      {isOver && <DropHint title={loan.title} />}
      {act === 'message' && <dialogs.message loan={loan} to={null} onClose={close} />}
      {act === 'record' && <dialogs.record loanId={loan.id} onClose={close} />}
      {act === 'remove' && (
        <dialogs.remove
          loan={loan}
          onClose={close}
          onDeleted={() => navigate(paths.loans(), { replace: true })}
        />
      )}
    </section>
  )
}

function recordObstacle(loan: Loan): string | null {
  if (loan.can.includes('commit')) return null
  return loanCan('commit', loan.status)
    ? 'This loan is fully committed.'
    : 'This loan is fully funded, so its book is final.'
}
