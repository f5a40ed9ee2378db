import type { ImportKind } from '#domain/imports/columns.ts'
import type { Imported } from '#contract/imports/shapes.ts'
import { describeDone } from '#web/imports/words.ts'
import { paths } from '#web/addresses/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/display/Card.tsx'
import { EmptyState } from '#web/ui/display/EmptyState.tsx'
import { useEffect, useRef } from 'react'

interface ImportDoneProps {
  kind: ImportKind
  done: Imported
  onAgain: () => void
}

export function ImportDone({ kind, done, onAgain }: ImportDoneProps) {
  const said = useRef<HTMLDivElement>(null)
  // The focused button was removed.
  useEffect(() => said.current?.focus(), [])
  const { title, description } = describeDone(kind, done)
  return (
    <Card as="section">
      <div ref={said} tabIndex={-1} className="outline-none">
        <EmptyState
          kind="done"
          title={title}
          text={description}
          action={
            <>
              {kind === 'loans' ? (
                <ButtonLink href={`${paths.admin()}?drafts=true`}>Show Drafts</ButtonLink>
              ) : (
                <ButtonLink href={`${paths.admin()}?tab=users`}>Show Invitations</ButtonLink>
              )}
              <Button variant="outline" onClick={onAgain}>
                Import Another File
              </Button>
            </>
          }
        />
      </div>
    </Card>
  )
}
