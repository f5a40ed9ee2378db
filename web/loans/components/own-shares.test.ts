import { maxSharesAsked } from '#domain/limits.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { ownShareQuery } from './own-shares.ts'

const loanIds = Array.from({ length: maxSharesAsked + 1 }, (_, place) => `loan ${place}`)
const shareOf = (loanId: string) => ({
  loanId,
  bindingPercentage: '10.00',
  softPercentage: '5.00',
})

function answerWith(held: readonly string[]) {
  const asked: string[][] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const ids = new URL(address, 'http://desk').searchParams.get('loanIds')?.split(',') ?? []
    asked.push(ids)
    return Response.json(ids.filter((id) => held.includes(id)).map(shareOf))
  })
  return asked
}
afterEach(() => vi.unstubAllGlobals())

const ask = (loanId: string) => ownShareQuery(loanId).queryFn()

it("sends one request for concurrent rows and returns each row's result", async () => {
  const asked = answerWith(['loan 1'])
  expect(await Promise.all(loanIds.slice(0, 3).map(ask))).toEqual([[], [shareOf('loan 1')], []])
  expect(asked).toEqual([['loan 0', 'loan 1', 'loan 2']])
})

it('splits requests for more rows than the endpoint accepts', async () => {
  const asked = answerWith([])
  await Promise.all(loanIds.map(ask))
  expect(asked.map((ids) => ids.length)).toEqual([maxSharesAsked, 1])
})

it('sends another request for a row requested while one is in progress', async () => {
  const asked = answerWith([])
  const first = ask('loan 0')
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await Promise.all([first, ask('loan 0')])
  expect(asked).toEqual([['loan 0'], ['loan 0']])
})

it('fails for all rows in a failed request', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }))
  const outcomes = await Promise.allSettled(loanIds.slice(0, 2).map(ask))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
