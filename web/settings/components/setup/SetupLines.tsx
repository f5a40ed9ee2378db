import { CircleCheck } from 'lucide-react'
import type { Setup } from '#contract/settings/shapes.ts'
import { setupSteps, type SetupStep } from '#domain/settings/setup-steps.ts'
import { paths } from '#web/addresses/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

interface SetupLinesProps {
  setup: Setup
  isSaving: boolean
  onWorkWithoutEmail: () => void
}

export const SetupLines = ({ setup, isSaving, onWorkWithoutEmail }: SetupLinesProps) => (
  <ul role="list" className="grid grid-cols-2 border-t max-md:grid-cols-1">
    {setupSteps.map((step) => {
      const isDone = setup.done.includes(step)
      const lacksSender = step === 'email' && setup.emailLacks === 'sender'
      const { label, done, href, where } = lacksSender ? senderLine : lines[step]
      return (
        <Line key={step} isDone={isDone}>
          {isDone ? (
            <span className="truncate text-muted-foreground">
              {step === 'email' && setup.emailLacks === 'server' ? 'Without email' : done}
              <span className="sr-only"> (done)</span>
            </span>
          ) : href ? (
            <Link
              href={href}
              className="truncate font-medium text-primary underline-offset-4 hover:underline max-md:leading-11"
            >
              {label}
            </Link>
          ) : (
            <span className="truncate font-medium">{label}</span>
          )}
          {!isDone && where && <Setting>{where}</Setting>}
          {!isDone && step === 'email' && !lacksSender && (
            <Button
              variant="ghost"
              size="s"
              className="-mr-2.5 ml-auto"
              busy={isSaving}
              onClick={onWorkWithoutEmail}
            >
              Work Without Email
            </Button>
          )}
        </Line>
      )
    })}
  </ul>
)

interface LineProps {
  isDone: boolean
  children: ReactNode
}

const Line = ({ isDone, children }: LineProps) => (
  <li className="flex h-11 min-w-0 items-center gap-2.5 border-b px-4.5 max-md:last:border-b-0 md:last:col-span-2 md:last:border-b-0 md:not-last:odd:border-r">
    {isDone ? (
      <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success" />
    ) : (
      <span
        aria-hidden="true"
        className="size-4 shrink-0 rounded-full border border-dashed border-muted-foreground"
      />
    )}
    {children}
  </li>
)

const Setting = ({ children }: { children: ReactNode }) => (
  <code className="ml-auto shrink-0 rounded-md bg-muted px-1.5 py-0.5 font-mono text-xs text-muted-foreground">
    {children}
  </code>
)

interface StepLine {
  label: string
  done: string
  href?: string
  where?: string
}

/**
 * Replaces the email step after a mail server is configured, because emails would still come from the example company's
 * email address.
 */
const senderLine: StepLine = {
  label: 'Set the sender of emails',
  done: 'Email',
  href: `${paths.adminSettings()}#company`,
  where: 'MAIL_FROM',
}

const lines: Record<SetupStep, StepLine> = {
  name: { label: 'Enter your name', done: 'Your name', href: `${paths.profile()}#name` },
  company: {
    label: 'Name your company',
    done: 'Your company',
    href: `${paths.adminSettings()}#company`,
  },
  terms: {
    label: 'Publish your terms',
    done: 'Your terms',
    href: `${paths.adminSettings()}#terms`,
  },
  email: { label: 'Connect email', done: 'Email', href: paths.adminMail() },
  loan: { label: 'Add your first loan', done: 'First loan', href: `${paths.admin()}#create` },
  lenders: {
    label: 'Invite lenders',
    done: 'Lenders',
    href: `${paths.admin()}?tab=users#invite`,
  },
  twoFactor: {
    label: 'Turn on two-factor sign-in',
    done: 'Two-factor sign-in',
    href: `${paths.profile()}#two-factor`,
  },
  publicAddress: { label: 'Set the public address', done: 'Public address', where: 'PUBLIC_URL' },
  backup: { label: 'Back up every day', done: 'A backup', where: 'npm run backup' },
}
