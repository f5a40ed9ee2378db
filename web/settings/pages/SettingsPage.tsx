import { endpointQuery, errorMessage } from '#web/api/client.ts'
import { CompanyForm } from '#web/settings/components/CompanyForm.tsx'
import { LegalCard } from '#web/settings/components/legal/LegalCard.tsx'
import { SampleDataCard } from '#web/settings/components/sample/SampleDataCard.tsx'
import {
  setupQuery,
  describeProgress,
  isAllDone,
  useSaveSetup,
} from '#web/settings/components/setup/use-setup.ts'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { PartBoundary } from '#web/shell/PartBoundary.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import type { Setup } from '#contract/settings/shapes.ts'
import { Button } from '#web/ui/Button.tsx'
import { useKeptFocus } from '#web/ui/focus/use-kept-focus.ts'
import { SetupLines } from '#web/settings/components/setup/SetupLines.tsx'
import { useQuery } from '@tanstack/react-query'

export function SettingsPage() {
  const query = useQuery(endpointQuery('getCompany'))
  // The checklist is at the top, so the page waits for it to avoid layout shift.
  const setup = useQuery(setupQuery())
  return (
    <div className="grid grid-cols-1 gap-5">
      <header>
        <h1 className="text-title font-semibold tracking-tight">Settings</h1>
        <p className="text-muted-foreground">What everyone on this platform sees of you</p>
      </header>
      {/* The checklist is optional. If it fails to load, the settings appear without it. */}
      {setup.data && (
        <PartBoundary>
          <SettingsSetup setup={setup.data} />
        </PartBoundary>
      )}
      {setup.isPending ? (
        <Skeleton className="h-[80vh]" />
      ) : query.isError && !query.data ? (
        <ErrorCard
          title="The company's details couldn't be loaded"
          message={errorMessage(query.error, 'Please try again.')}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Card as="section" className="scroll-mt-18">
          <CardHeader>
            <CardTitle>Company</CardTitle>
            <CardDescription>
              On the landing page and in every footer, and in emails, receipts and statements.
            </CardDescription>
          </CardHeader>
          <CardContent>
            <PartBoundary>
              {query.data ? <CompanyForm company={query.data} /> : <Skeleton className="h-96" />}
            </PartBoundary>
          </CardContent>
        </Card>
      )}
      <PartBoundary>
        <LegalCard />
      </PartBoundary>
      <PartBoundary>
        <SampleDataCard />
      </PartBoundary>
    </div>
  )
}

/** The checklist on the settings page. It stays visible after the checklist is hidden from the dashboard. */
function SettingsSetup({ setup }: { setup: Setup }) {
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
