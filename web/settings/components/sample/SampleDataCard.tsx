import type { SampleData } from '#contract/settings/shapes.ts'
import { endpointQuery } from '#web/api/client.ts'
import { paths } from '#web/addresses/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { describeSample } from './describe-sample.ts'

export function SampleDataCard() {
  const { data: sample } = useQuery({ ...endpointQuery('getSample'), refetchOnMount: 'always' })
  const [isRemoving, setRemoving] = useState(false)
  if (!sample || sample.loans + sample.people === 0) return null
  return (
    <Card as="section" aria-labelledby="sample">
      <CardHeader
        action={
          <Button
            variant="outline"
            size="s"
            disabled={sample.uses.length > 0}
            onClick={() => setRemoving(true)}
          >
            Remove Sample Data
          </Button>
        }
      >
        <CardTitle id="sample">Sample Data</CardTitle>
        <CardDescription>{describeSample(sample)}</CardDescription>
      </CardHeader>
      <CardContent>
        {sample.uses.length === 0 ? (
          <p className="text-pretty">
            Nobody but the sample's people is involved, so it can be removed in one step. Your own
            loans, people and settings stay.
          </p>
        ) : (
          <>
            <p className="font-medium">It can't be removed yet, because people are using it:</p>
            <ul className="mt-2 grid list-disc gap-1 pl-5 wrap-anywhere">
              {sample.uses.map((use) => (
                <li key={use.text}>
                  <Use use={use} />
                </li>
              ))}
            </ul>
          </>
        )}
      </CardContent>
      {isRemoving && <RemoveDialog sample={sample} onClose={() => setRemoving(false)} />}
    </Card>
  )
}

/** The loan's title is a link, because most tasks are done on the loan's page. */
function Use({ use: { text, loan } }: { use: SampleData['uses'][number] }) {
  const [before, ...after] = loan ? text.split(loan.title) : []
  if (!loan || before === undefined) return text
  return (
    <>
      {before}
      <Link
        href={paths.loan(loan.id)}
        className="font-medium underline underline-offset-4 max-md:inline-block max-md:py-1.5"
      >
        {loan.title}
      </Link>
      {after.join(loan.title)}
    </>
  )
}

const RemoveDialog = onDemand(() =>
  import('./RemoveSampleDialog.tsx').then((part) => part.RemoveSampleDialog),
)
