import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { LucideIcon } from 'lucide-react'

export interface AccountActProps {
  /** What the act is about. */
  label: string
  /** When one would do it. */
  text: string
  Icon: LucideIcon
  action: string
  /** What is asked first: it says what the act ends. */
  question: { title: string; text: string; confirm: string }
  isAsking: boolean
  setAsking: (isAsking: boolean) => void
  act: { isPending: boolean; mutate: () => void }
}

/** An act on somebody's ways in, which asks first and is done at once: saving the form has no part in it. */
export function AccountAct(props: AccountActProps) {
  const { label, text, Icon, action, question, isAsking, setAsking, act } = props
  return (
    <section
      aria-label={label}
      className="flex flex-wrap items-center justify-between gap-3 border-t pt-4 sm:col-span-2"
    >
      <p className="min-w-0 flex-1 basis-56 text-pretty wrap-anywhere text-muted-foreground">
        {text}
      </p>
      <Button variant="outline" onClick={() => setAsking(true)}>
        <Icon aria-hidden="true" />
        {action}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={question.title}
        text={question.text}
        confirmLabel={question.confirm}
        destructive
        busy={act.isPending}
        onConfirm={() => act.mutate()}
      />
    </section>
  )
}
