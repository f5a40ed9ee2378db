import { describe, expect, it } from 'vitest'
import { parsePercent, zeroPercent } from '#domain/money.ts'
import { nextStepOf, type DealState } from './next-step.ts'

const now = new Date('2027-05-10T12:00:00Z')
const [before, after] = ['2027-05-09T21:00:00.000Z', '2027-05-12T21:00:00.000Z']
const share = (text: string) => parsePercent(text) ?? zeroPercent
const deal: DealState = {
  status: 'open',
  bookStage: 'open',
  commitmentDeadline: null,
  bound: share('20'),
  soft: share('30'),
  hasDraft: false,
  lastRound: null,
  funding: null,
}
const next = (change: Partial<DealState>) => nextStepOf({ ...deal, ...change }, now)

describe('the next step of a deal', () => {
  it('names a timetable until there is a deadline or enough requests', () => {
    expect(next({})).toBe('setTimetable')
    expect(next({ commitmentDeadline: after })).toBe('placeRest')
  })

  it('names an allocation once requests fill the loan or no more can come', () => {
    expect(next({ soft: share('79.99') })).toBe('setTimetable')
    expect(next({ soft: share('80') })).toBe('allocate')
    expect(next({ soft: share('110'), commitmentDeadline: after })).toBe('allocate')
    expect(next({ commitmentDeadline: before })).toBe('allocate')
    expect(next({ commitmentDeadline: before, soft: zeroPercent })).toBe('placeRest')
    expect(next({ hasDraft: true })).toBe('allocate')
  })

  it('names the awaited answers, and then the end of the round', () => {
    const offered = { bookStage: 'offered' } as const
    expect(next({ ...offered, lastRound: { respondBy: after } })).toBe('awaitAnswers')
    expect(next({ ...offered, lastRound: { respondBy: before } })).toBe('endRound')
  })

  it('names the rest that a round left', () => {
    const lastRound = { respondBy: before }
    expect(next({ lastRound })).toBe('allocate')
    expect(next({ lastRound, soft: zeroPercent })).toBe('placeRest')
  })

  it('names closing a whole book, collecting its money, and setting it to funded', () => {
    expect(next({ bound: share('100'), soft: share('10') })).toBe('close')
    const closed = { bookStage: 'closed', bound: share('100') } as const
    expect(next({ ...closed, funding: 'notAsked' })).toBe('sendInstructions')
    expect(next({ ...closed, funding: 'awaited' })).toBe('awaitFunds')
    expect(next({ ...closed, funding: 'complete' })).toBe('setFunded')
    expect(next(closed)).toBe('setFunded')
    expect(next({ ...closed, status: 'funded' })).toBe('done')
  })
})
