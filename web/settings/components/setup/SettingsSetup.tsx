import type { Setup } from '#contract/settings/setup.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { SetupLines } from './SetupLines.tsx'
import { describeProgress, isAllDone, useSaveSetup } from './use-setup.ts'

/** The checklist on the settings page, which stays after it is hidden from the dashboard. */
export function SettingsSetup({ setup }: { setup: Setup }) {
  const { title, keepFocus } = useKeptFocus()
  const save = useSaveSetup(keepFocus)
  if (isAllDone(setup)) return null
  const isHidden = setup.isHidden === 'true'
  return (
    <Card as="section" aria-labelledby="setup">
      <CardHeader
        className="pb-4"
        action={
          <Button
            variant="outline"
            size="s"
            busy={save.isPending && save.variables.isHidden !== undefined}
            onClick={() => save.mutate({ isHidden: isHidden ? 'false' : 'true' })}
          >
            {isHidden ? 'Show on Dashboard' : 'Hide from Dashboard'}
          </Button>
        }
      >
        <CardTitle ref={title} id="setup" tabIndex={-1} className="outline-none">
          Set Up Your Desk
        </CardTitle>
        <CardDescription>{describeProgress(setup)}. Each line checks itself.</CardDescription>
      </CardHeader>
      <SetupLines
        setup={setup}
        isSaving={save.isPending && save.variables.worksWithoutEmail !== undefined}
        onWorkWithoutEmail={() => save.mutate({ worksWithoutEmail: 'true' })}
      />
    </Card>
  )
}
