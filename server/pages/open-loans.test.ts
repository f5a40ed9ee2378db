import type { Money, Percent } from '#domain/money.ts'
import { expect, it } from 'vitest'
import { fillOpenLoans, type OpenLoans } from './open-loans.ts'

const template =
  '{{open}}Open: %OPEN_TODAY%.{{/open}}{{types}}<ul>{{type}}<li>%TYPE_NAME%, %TYPE_FACTS%, ' +
  '%TYPE_PICTURE%</li>{{/type}}</ul>{{/types}}{{none}}Kinds{{/none}}{{rest}}Also: %OPEN_REST%{{/rest}}'

const filled = (open: OpenLoans | null) => {
  const { template: html, values } = fillOpenLoans(template, open)
  return html.replaceAll(/%([A-Z_]+\d?)%/g, (_, name: string) => values[name] ?? '?')
}
const rates = { lowestRate: '6.85' as Percent, highestRate: '11.75' as Percent }
const open: OpenLoans = {
  count: 1234,
  amount: '311000000.00' as Money,
  states: 16,
  ...rates,
  types: [],
}
const type = (name: string, count: number) => ({ name, count, ...rates })

it("omits the landing page's sections about open loans if there are none", () => {
  expect(filled(null)).toBe('Kinds')
})

it('describes open loans without types or states on the landing page', () => {
  const same = { ...open, states: 0, highestRate: '6.85' as Percent }
  expect(filled(same)).toBe('Open: 1,234 loans · $311.0M · 6.85%.Kinds')
})

it('shows three property types with different pictures on the landing page, and lists the others by name', () => {
  const types = [
    type('Multifamily', 6),
    type('Self Storage', 5),
    type('Hotel & Spa', 4),
    type('Land', 2),
    type('Retail', 1),
  ]
  expect(filled({ ...open, types })).toBe(
    'Open: 1,234 loans · $311.0M · 6.85% to 11.75% · 16 states.<ul>' +
      '<li>Multifamily, 6 loans · 6.85% to 11.75%, /art/property-mixed-use.svg</li>' +
      '<li>Self Storage, 5 loans · 6.85% to 11.75%, /art/property-logistics.svg</li>' +
      '<li>Hotel &amp; Spa, 4 loans · 6.85% to 11.75%, /art/property-office.svg</li></ul>' +
      'Also: Land (2), Retail (1)',
  )
})

it("uses a landing page picture for a different property type only if no open loan has the picture's type", () => {
  const types = [type('Multifamily', 6), type('Industrial', 5), type('Mixed Use', 3)]
  const html = filled({ ...open, types })
  expect([...html.matchAll(/property-([a-z-]+)/g)].map(([, picture]) => picture)).toEqual([
    ...['office', 'logistics', 'mixed-use'],
  ])
})
