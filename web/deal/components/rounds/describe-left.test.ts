import type { Allocation, AllocationLine, Allocations } from '#contract/deal/allocations.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import type { OfferState } from '#domain/deal/rounds/rounds.ts'
import { parseMoney, parsePercent, zeroMoney, zeroPercent } from '#domain/money.ts'
import { expect, it } from 'vitest'
import { describeLeft } from './describe-left.ts'

const share = (text: string) => parsePercent(text) ?? zeroPercent

interface Lender {
  name: string
  state: OfferState
  offered?: string
  bound?: string
  soft?: string
}

/** 18% ($1,800,000.00) of the loan is left, and `waiting` of it awaits an answer. */
function describe(lenders: Lender[], { waiting = '8', max = '' } = {}) {
  const totals = {
    availablePercentage: share('18'),
    availableAmount: parseMoney('1800000') ?? zeroMoney,
  } as Deal['totals']
  const round: Pick<Allocation, 'waiting' | 'maxShare' | 'lines'> = {
    waiting: {
      ...{ lenders: 1, added: share(waiting) },
      addedAmount: parseMoney(`${waiting}00000`) ?? zeroMoney,
    },
    maxShare: parsePercent(max),
    lines: lenders.map(
      ({ name, state, offered = '0' }) =>
        ({
          ...{ firmId: name, lenderName: 'Jane Roe', companyName: name },
          ...{ state, added: share(offered) },
        }) as AllocationLine,
    ),
  }
  const lineOf = (name: string, isSoft: 'true' | 'false', percentage: string) => ({
    ...{ id: `${name}-${isSoft}`, firmId: name, lenderName: 'Jane Roe', companyName: name },
    ...{ isSoft, isHold: 'false' as const, percentage: share(percentage) },
    standingSince: '2026-12-01T12:00:00.000Z',
  })
  const lines: Allocations['lines'] = lenders.flatMap(({ name, bound = '0', soft = '0' }) => [
    lineOf(name, 'false', bound),
    lineOf(name, 'true', soft),
  ])
  return describeLeft({ totals }, round, lines)
}

const left = '10% ($1,000,000.00) is left even if every open offer is accepted.'
const declined: Lender = { name: 'Birch', state: 'declined', offered: '10' }

it('says nothing while open offers cover all that is left', () => {
  expect(describe([{ name: 'Alder', state: 'offered', soft: '40' }], { waiting: '18' })).toBeNull()
})

it('names the lenders that asked for more than they were offered', () => {
  expect(describe([declined])).toBe(`${left} No lender of this round asked for more.`)
  const fallbrook: Lender = { name: 'Fallbrook', state: 'offered', offered: '8', soft: '16.12' }
  expect(describe([declined, fallbrook])).toBe(`${left} Fallbrook asked for 8.12% more.`)
  const alder: Lender = { name: 'Alder', state: 'accepted', offered: '5', bound: '25', soft: '10' }
  expect(describe([declined, fallbrook, alder])).toBe(
    `${left} Alder asked for 10% more and Fallbrook for 8.12%.`,
  )
})

it('counts a request only up to the maximum share of one lender', () => {
  const alder: Lender = { name: 'Alder', state: 'accepted', bound: '25', soft: '10' }
  expect(describe([declined, alder], { max: '30' })).toBe(`${left} Alder asked for 5% more.`)
  const full: Lender = { name: 'Alder', state: 'accepted', bound: '30', soft: '10' }
  expect(describe([declined, full], { max: '30' })).toContain('No lender')
})

it('adds up the requests of the others beyond three lenders', () => {
  const asking = ['9', '7', '5', '3', '2'].map((soft, index): Lender => ({
    name: `L${index}`,
    state: 'nothing',
    soft,
  }))
  expect(describe(asking)).toBe(
    `${left} L0 asked for 9% more, L1 for 7%, L2 for 5%, and 2 others for 5% together.`,
  )
})
