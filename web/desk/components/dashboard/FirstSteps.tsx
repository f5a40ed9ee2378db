import type { FirstSteps as Steps } from '#contract/desk/dashboards.ts'
import { paths } from '#web/addresses/paths.ts'
import { endpointQuery } from '#web/api/client.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { Link } from 'wouter'

interface Step {
  isDone: keyof Steps
  label: string
  reason: string
}

const steps: Step[] = [
  {
    isDone: 'hasSavedFilter',
    label: 'Save a filter',
    reason: 'We email you when a loan matches it.',
  },
  {
    isDone: 'hasOpenedDocument',
    label: 'Open a document',
    reason: 'It opens beside the loan and its funding.',
  },
  {
    isDone: 'hasIndicated',
    label: 'Indicate interest',
    reason: 'Soft interest isn’t binding, and you can withdraw it.',
  },
]

export const useFirstSteps = () =>
  useQuery({ ...endpointQuery('getFirstSteps'), refetchOnMount: 'always' }).data

export const isDone = (done: Steps) => steps.every((step) => done[step.isDone] === 'true')

export const FirstSteps = ({ done }: { done: Steps }) => (
  // Safari doesn't treat a list without bullets as a list unless it has an explicit role.
  <ul role="list" aria-label="First steps" className="divide-y border-t">
    {steps.map((step) => (
      <li key={step.isDone} className="flex min-h-14 items-center gap-3 px-4.5 py-2">
        <Mark isDone={done[step.isDone] === 'true'} />
        {done[step.isDone] === 'true' ? (
          <span className="text-muted-foreground">
            {step.label}
            <span className="sr-only"> (done)</span>
          </span>
        ) : (
          <div className="min-w-0">
            <StepLink step={step} />
            <p className="text-[0.8125rem] text-muted-foreground">{step.reason}</p>
          </div>
        )}
      </li>
    ))}
  </ul>
)

export function NextStep({ done }: { done: Steps }) {
  const next = steps.find((step) => done[step.isDone] === 'false')
  if (!next) return null
  const count = steps.filter((step) => done[step.isDone] === 'true').length
  return (
    <p className="border-t px-4.5 py-3 text-[0.8125rem] text-muted-foreground">
      First steps: {count} of {steps.length} · <StepLink step={next} />
    </p>
  )
}

const StepLink = ({ step: { label } }: { step: Step }) => (
  <Link
    href={paths.loans()}
    className="font-medium text-primary underline-offset-4 hover:underline max-md:inline-block max-md:py-1.5"
  >
    {label}
  </Link>
)

const Mark = ({ isDone: done }: { isDone: boolean }) =>
  done ? (
    <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success" />
  ) : (
    <span
      aria-hidden="true"
      className="size-4 shrink-0 rounded-full border border-dashed border-muted-foreground"
    />
  )
