import { legalTitles, type LegalKind } from '#domain/settings/legal-texts.ts'
import { errorMessage } from '#web/api/client.ts'
import { ErrorCard } from '#web/ui/display/ErrorCard.tsx'
import { Skeleton } from '#web/ui/display/Skeleton.tsx'
import { LegalText } from './LegalText.tsx'
import { useLegalTexts } from './use-legal-texts.ts'

export function LegalPage({ kind }: { kind: LegalKind }) {
  const { texts, error, isAsking, ask } = useLegalTexts()
  const text = texts?.[kind]
  return (
    <article className="mx-auto max-w-2xl py-4 md:py-8">
      <h1 className="text-title font-semibold tracking-tight">{legalTitles[kind]}</h1>
      {text ? (
        <>
          <p className="mt-1 text-muted-foreground">
            In effect since {longDay.format(new Date(text.effectiveOn))}
          </p>
          <LegalText text={text.text} level={1} />
        </>
      ) : error ? (
        <ErrorCard
          title="The text couldn't be loaded"
          message={errorMessage(error, 'Please try again.')}
          busy={isAsking}
          onRetry={ask}
          className="mt-6"
        />
      ) : (
        <div className="mt-8 grid gap-3">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-[90vh]" />
        </div>
      )}
    </article>
  )
}

/** Formats a UTC day as "November 1, 2026". */
const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
