/** The summary of a Phase I environmental site assessment. */
import type { SampleLoan } from '#server/sample/sample-loan.ts'
import { stableSeed } from '#server/sample/stable-id.ts'
import { Sheet } from './sheet.ts'

interface Finding {
  result: string
  history: string
  text: string
  recommendation: string
}

const clean: Finding = {
  result: 'None found',
  history: 'Fields until the present improvements were built',
  text: 'The assessment has revealed no recognized environmental conditions, no controlled and no historical ones in connection with the property.',
  recommendation: 'No further assessment.',
}

/** Findings for sites with a history. */
const findings: Readonly<Record<string, Finding>> = {
  'millrace-row': {
    result: 'One, controlled',
    history: 'Textile mill from 1888 to 1961, parking until construction',
    text: 'Shallow soil contained metals of the former mill. It was capped under a plan that the state approved and closed; an activity and use limitation is recorded. This is a controlled recognized environmental condition.',
    recommendation: 'Keep the cap and file the yearly certificate of the limitation.',
  },
  'cumberland-yards': {
    result: 'One, historical',
    history: 'Rail yard from 1904 to 1978, vacant since',
    text: 'Soil below two former fueling tracks was removed and the state issued a letter of no further action without conditions. This is a historical recognized environmental condition.',
    recommendation: 'A soil management plan during excavation; the budget has an allowance.',
  },
  'delta-cold': {
    result: 'None found',
    history: 'Cannery from 1952 to 1989, cold storage since',
    text: 'The refrigeration plant holds ammonia above the threshold for a risk management program, which is in place and current. The assessment has revealed no recognized environmental conditions.',
    recommendation: 'The yearly audit of the program goes to the servicer.',
  },
  'oconee-collegiate': {
    ...clean,
    history: 'Houses until 2015, student residences since 2017',
  },
}

export async function environmental(loan: SampleLoan, date: Date): Promise<Uint8Array> {
  const finding = findings[loan.key] ?? clean
  const sheet = await Sheet.begin({
    kind: 'Environmental summary',
    title: loan.title,
    subtitle: loan.propertyAddress,
    date,
  })
  sheet.figures([
    ['Assessment', 'Phase I'],
    ['Recognized conditions', finding.result],
    ['Valid for', '180 days'],
  ])
  sheet.paragraph(
    'A consultant engaged by the originator assessed the property following ASTM E1527-21: a visit to the site, interviews, historical sources and a search of government records.',
  )
  sheet.section('Findings')
  sheet.paragraph(finding.text)
  sheet.terms([
    ['Former use', finding.history],
    ['Storage tanks', 'None observed, none on record'],
    ['Vapor encroachment', 'Screened; not a concern'],
    [
      'Asbestos, lead paint',
      'Outside the scope of the standard; see the property condition report',
    ],
    ['Recommendation', finding.recommendation],
  ])
  sheet.section('Government records')
  sheet.table(
    [
      { title: 'List', width: 0.52 },
      { title: 'Radius', width: 0.24, isRight: true },
      { title: 'Sites', width: 0.24, isRight: true },
    ],
    recordSearch(loan),
  )
  sheet.paragraph(
    'None of the listed sites is uphill of the property with an open release, and none is expected to affect it.',
  )
  return sheet.finish()
}

const lists = [
  ['Federal National Priorities List', '1.0 mile', 1],
  ['Hazardous waste generators', '0.25 mile', 6],
  ['Leaking underground storage tanks, closed', '0.5 mile', 9],
  ['Registered storage tanks', '0.25 mile', 5],
  ['State voluntary cleanup', '0.5 mile', 3],
  ['Dry cleaners', '0.25 mile', 3],
] as const

const recordSearch = (loan: SampleLoan) =>
  lists.map(([name, radius, max]) => [name, radius, String(stableSeed(loan.key, name) % max)])
