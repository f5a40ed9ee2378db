import { legalKinds, legalTitles } from '#domain/settings/legal-texts.ts'
import { withReason } from '#web/forms/refusal-text.ts'
import { call, errorMessage, isUnauthorized } from '#web/api/client.ts'
import { company } from '#web/company/company.ts'
import { refreshSession } from '#web/session.ts'
import { logOut } from '#web/shell/log-out.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { useState } from 'react'
import { LegalChangeList } from './LegalChangeList.tsx'
import { LegalText } from './LegalText.tsx'
import { useLegalTexts } from './use-legal-texts.ts'

/** Requires a lender to accept the changed legal documents or to log out. */
export function AcceptTermsDialog() {
  const { texts, error, isAsking, ask } = useLegalTexts()
  const [underWay, setUnderWay] = useState<'accept' | 'logOut' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  // Both documents share a sequence of version numbers, so the highest number marks the latest change.
  const kinds = texts
    ? legalKinds.toSorted((one, other) => texts[other].version - texts[one].version)
    : []

  async function answer(act: 'accept' | 'logOut') {
    setUnderWay(act)
    setFailure(null)
    try {
      if (act === 'logOut') return await logOut()
      await call('acceptTerms', { body: { version: texts?.version ?? '' } })
      await refreshSession()
    } catch (thrown) {
      // The session ended in another tab or browser. Reloading the session redirects to the login page.
      if (isUnauthorized(thrown)) return await refreshSession()
      setFailure(withReason('Your answer was not recorded.', thrown))
      ask()
    }
    setUnderWay(null)
  }

  return (
    <Dialog
      open
      required
      onOpenChange={() => {}}
      title="Our terms changed"
      description={`Read and accept them to go on committing to loans of ${company.name}.`}
      size="l"
      footer={
        <>
          {failure && (
            <p role="alert" className="mr-auto font-medium text-destructive max-md:flex-none!">
              {failure}
            </p>
          )}
          <Button
            variant="outline"
            busy={underWay === 'logOut'}
            disabled={underWay === 'accept'}
            onClick={() => void answer('logOut')}
          >
            Log Out
          </Button>
          <Button
            busy={underWay === 'accept'}
            disabled={!texts || underWay === 'logOut'}
            onClick={() => void answer('accept')}
          >
            Accept
          </Button>
        </>
      }
    >
      {/* The text receives the initial focus so that arrow keys scroll it and Enter doesn't press a button. */}
      <div tabIndex={0} className="outline-none">
        {texts ? (
          <>
            <LegalChangeList kinds={kinds} version={texts.version} />
            {kinds.map((kind) => (
              <article key={kind} className="mb-8">
                <h3 className="text-base font-semibold">{legalTitles[kind]}</h3>
                <LegalText text={texts[kind].text} level={3} />
              </article>
            ))}
          </>
        ) : error ? (
          <ErrorCard
            title="The terms couldn't be loaded"
            message={errorMessage(error, 'Please try again.')}
            busy={isAsking}
            onRetry={ask}
          />
        ) : (
          <Skeleton className="h-64" />
        )}
      </div>
    </Dialog>
  )
}
