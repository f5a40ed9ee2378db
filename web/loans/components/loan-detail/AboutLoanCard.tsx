import type { Loan } from '#contract/loans/shapes.ts'
import { showSection } from '#domain/loans/field-texts.ts'
import { Card, CardContent, CardHeader, CardTitle } from '#web/ui/display/Card.tsx'

export function AboutLoanCard({ loan }: { loan: Loan }) {
  const texts = showSection('Background', loan)
  if (texts.length === 0) return null
  return (
    <Card as="section" aria-labelledby="about-loan" className="print:break-inside-avoid">
      <CardHeader>
        <CardTitle id="about-loan">About This Loan</CardTitle>
      </CardHeader>
      <CardContent>
        <dl className="grid gap-4">
          {texts.map(({ name, value }) => (
            <div key={name} className="min-w-0">
              <dt className="text-xs text-muted-foreground">{name}</dt>
              <dd className="mt-0.5 max-w-prose whitespace-pre-line">{value}</dd>
            </div>
          ))}
        </dl>
      </CardContent>
    </Card>
  )
}
