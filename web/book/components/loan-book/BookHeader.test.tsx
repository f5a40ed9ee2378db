import { parseRate, type Percent } from '#domain/money.ts'
import { bareLoan } from '#test/support/bare-loan.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { BookHeader } from './BookHeader.tsx'

test("shows the loan's exact rate above its book", () => {
  const loan = { ...bareLoan, interestRate: '7.13' as Percent, noteRate: parseRate('7.125') }
  const shown = renderToStaticMarkup(
    <Router ssrPath="/">
      <BookHeader loanId={loan.id} loan={loan} isMissing={false} />
    </Router>,
  )
  expect(shown).toContain(' · 7.125% · ')
})
