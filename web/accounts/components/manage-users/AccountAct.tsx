import type { LucideIcon } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'

export interface AccountActProps {
  label: string
  text: string
  Icon: LucideIcon
  action: string
  question: { title: string; text: string; confirm: string }
  isAsking: boolean
  setAsking: (isAsking: boolean) => void
  act: { isPending: boolean; mutate: () => void }
}

/** An action on account access, with confirmation. It takes effect immediately, independently of the form. */
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
