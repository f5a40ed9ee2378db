import { describe, expect, it } from 'vitest'
import { describeBar, printExposureState, readExposureState, toLoanQuery } from './url-state.ts'

const lenderId = '0b9a8c7d-6e5f-4d3c-8b2a-1f0e9d8c7b6a'

describe("the exposure page's state in the URL", () => {
  it.each([
    '',
    'status=all&state=MA',
    'status=funded&sort=title',
    `status=all&lenderId=${lenderId}&sort=-coverage`,
    'propertyType=Self+Storage',
    'status=all&maturity=none',
  ])("stores the exposure page's state in the URL and restores it from there: %s", (query) => {
    expect(printExposureState(readExposureState(query))).toBe(query)
  })

  it("ignores unknown values in the exposure page's URL", () => {
    const query = 'status=gone&sort=newest&rate=seven&lenderId=none&maturity=soon'
    expect(readExposureState(query)).toEqual({ status: 'open', sort: '-gap', bar: null })
  })

  it('requests exactly the loans that the exposure page displays', () => {
    expect(toLoanQuery(readExposureState('status=all&rate=7'))).toEqual({ sort: '-gap', rate: '7' })
    expect(toLoanQuery(readExposureState(''))).toEqual({ sort: '-gap', status: 'open' })
  })
})

it.each([
  [{ by: 'lenderId', key: lenderId }, 'Lender: Rosa Field'],
  [{ by: 'propertyType', key: 'none' }, 'Property type: Not specified'],
  [{ by: 'propertyType', key: '~none' }, 'Property type: none'],
  [{ by: 'state', key: 'none' }, 'State: Other'],
  [{ by: 'maturity', key: 'none' }, 'Maturity: Not set'],
  [{ by: 'rate', key: '7' }, 'Rate: 7.00% to 7.99%'],
] as const)("names the exposure chart's bar for %j", (bar, name) => {
  expect(describeBar(bar, 'Rosa Field')).toBe(name)
})
