import { SendHorizontal } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { useMessageForm, type MessageFormProps } from './use-message-form.tsx'

export function MessageForm(props: MessageFormProps) {
  const { fields, submit, isBlank, isSending } = useMessageForm(props)
  return (
    <form className="grid gap-3" onSubmit={submit}>
      {fields}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-muted-foreground max-md:hidden">Ctrl/⌘ + Enter to send</p>
        <Button
          type="submit"
          variant="outline"
          busy={isSending}
          disabled={isBlank}
          className="ml-auto"
        >
          <SendHorizontal aria-hidden="true" />
          Send Message
        </Button>
      </div>
    </form>
  )
}
