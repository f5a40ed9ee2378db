import type { FirmOfAdmin } from '#contract/firms/shapes.ts'
import { textLimits } from '#domain/texts.ts'
import { call } from '#web/api/client.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { Textarea } from '#web/ui/fields/Input.tsx'
import { useState } from 'react'

export function FirmNote({ firm: { id, note } }: { firm: FirmOfAdmin }) {
  const [text, setText] = useState(note ?? '')
  const save = useAction({
    act: () => call('updateFirm', { params: { id }, body: { note: text.trim() || null } }),
    done: () => ({ title: 'Note saved' }),
    failed: "The note wasn't saved",
  })
  return (
    <Card as="section" aria-labelledby="firm-note">
      <CardHeader>
        <CardTitle id="firm-note">Note</CardTitle>
      </CardHeader>
      <CardContent className="pt-2!">
        <form
          className="grid justify-items-start gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (!save.isPending) save.mutate()
          }}
        >
          <Field label="Note" hideLabel hint="Only administrators see it." className="w-full">
            <Textarea
              rows={3}
              maxLength={textLimits.loanNote}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
          <Button
            type="submit"
            variant="outline"
            busy={save.isPending}
            disabled={text.trim() === (note ?? '')}
          >
            Save Note
          </Button>
        </form>
      </CardContent>
    </Card>
  )
}
