import { Check, CircleAlert, ShieldOff, type LucideIcon } from 'lucide-react'
import type { ReceiptVerdict } from '#contract/book/receipts.ts'
import { company } from '#web/company/company.ts'
import { phoneHref } from '#web/shell/company-contact.ts'
import { cx } from '#web/ui/cx.ts'
import { SpinnerRing } from '#web/ui/display/Spinner.tsx'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Verification } from './use-verification.ts'

interface Look {
  Icon: LucideIcon
  tone: string
  title: string
  text: ReactNode
}

const looks: Record<ReceiptVerdict, Look> = {
  genuine: {
    Icon: Check,
    tone: 'border-success bg-success-soft text-success',
    title: 'Genuine',
    text: `${company.name} issued this receipt, and nothing in it was changed. It proves what was recorded at its time; a later act has its own receipt.`,
  },
  altered: {
    Icon: CircleAlert,
    tone: 'border-destructive bg-card text-destructive',
    title: 'Altered',
    text: (
      <>
        This file names a key of {company.name}, but something in it was changed after signing.
        Don't rely on it. Ask for the original file, or contact <Contact />.
      </>
    ),
  },
  unknown: {
    Icon: ShieldOff,
    tone: 'border-warning bg-warning-soft text-warning',
    title: 'Unknown',
    text: (
      <>
        {company.name} didn't sign this file. Check that it's the whole PDF or JSON of a receipt
        from here. If someone gave it to you as ours, don't rely on it, and contact <Contact />.
      </>
    ),
  },
}

const failedLook: Omit<Look, 'text'> = { ...looks.altered, title: 'Not checked' }

function Contact() {
  const { email, phone } = company
  return (
    <>
      <a href={`mailto:${email}`} className="underline underline-offset-4">
        {email}
      </a>{' '}
      or{' '}
      <a href={phoneHref(phone)} className="whitespace-nowrap underline underline-offset-4">
        {phone}
      </a>
    </>
  )
}

/** This is a live region so that screen readers announce the result. */
export function Verdict({ verification }: { verification: Verification | null }) {
  const box = useRef<HTMLDivElement>(null)
  // On phones, the result might be below the visible part of the page.
  useEffect(() => {
    if (verification) box.current?.scrollIntoView({ block: 'nearest' })
  }, [verification])
  return (
    <div ref={box} role="status" className="scroll-my-4">
      {verification && <Shown verification={verification} />}
    </div>
  )
}

function Shown({ verification }: { verification: Verification }) {
  const { name, state } = verification
  if (state === 'checking') {
    return (
      <p className="flex items-center gap-2.5 rounded-xl border p-4.5 text-muted-foreground">
        <SpinnerRing />
        <span className="min-w-0 wrap-anywhere">Checking {name}...</span>
      </p>
    )
  }
  const { Icon, tone, title, text } =
    state === 'checked' ? looks[verification.result] : { ...failedLook, text: verification.message }
  return (
    <div className={cx('flex gap-3 rounded-xl border p-4.5', tone)}>
      <Icon aria-hidden="true" className="size-6 shrink-0" />
      <div className="min-w-0">
        <p className="text-heading font-semibold">{title}</p>
        <p className="mt-0.5 text-pretty text-foreground">{text}</p>
        <p className="mt-1 text-[0.8125rem] wrap-anywhere text-foreground">{name}</p>
      </div>
    </div>
  )
}
