import { ConnectionError } from '#web/api/client.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveQueries } from './live-queries.ts'

const loanId = '6f1d3c1e-0000-4000-8000-000000000001'
const other = '6f1d3c1e-0000-4000-8000-000000000002'
const book = { topic: 'book', subject: loanId } as const
const keyOf = (id: string) => ['/api/loans', id]

const document = { hidden: false }
let client: QueryClient
let live: LiveQueries
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', document)
  document.hidden = false
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  live = new LiveQueries(client)
})
afterEach(() => {
  live.stop()
  client.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A query that is on the screen; gives how often it has been read. */
function show(queryKey: string[], queryFn = vi.fn(async () => 'read')) {
  new QueryObserver(client, { queryKey, queryFn, initialData: 'first' }).subscribe(() => {})
  return queryFn
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** Longer than changes are gathered, so that the reading has also ended. */
const gathered = 300

describe('what others changed', () => {
  it('is read together when it comes together, and nothing of another loan', async () => {
    const [reads, ofOther] = [show(keyOf(loanId)), show(keyOf(other))]
    for (let change = 0; change < 20; change += 1) live.add([book])
    await pass(gathered)
    expect(reads).toHaveBeenCalledTimes(1)
    expect(ofOther).not.toHaveBeenCalled()
  })

  it('is read again when it changes again, no more than twice a second', async () => {
    const reads = show(keyOf(loanId))
    for (let change = 0; change < 100; change += 1) {
      live.add([book])
      await pass(20)
    }
    await pass(600)
    expect(reads.mock.calls.length).toBeGreaterThanOrEqual(3)
    expect(reads.mock.calls.length).toBeLessThanOrEqual(6)
    await pass(60_000)
    const after = reads.mock.calls.length
    await pass(60_000)
    expect(reads).toHaveBeenCalledTimes(after)
  })

  it('is read after an answer under way, which may be older, and which is not broken off', async () => {
    let answer = (_value: string) => {}
    const queryFn = vi.fn(() => new Promise<string>((resolve) => (answer = resolve)))
    show(keyOf(loanId), queryFn)
    const first = client.refetchQueries({ queryKey: keyOf(loanId) })
    expect(queryFn).toHaveBeenCalledTimes(1)
    live.add([book])
    await pass(300)
    expect(queryFn).toHaveBeenCalledTimes(1)
    answer('old')
    await first
    expect(client.getQueryData(keyOf(loanId))).toBe('old')
    await pass(0)
    expect(queryFn).toHaveBeenCalledTimes(2)
    answer('new')
    await pass(0)
    expect(client.getQueryData(keyOf(loanId))).toBe('new')
  })

  it('waits in a tab that nobody sees, until it is seen', async () => {
    document.hidden = true
    const reads = show(keyOf(loanId))
    live.add([book])
    await pass(60_000)
    expect(reads).not.toHaveBeenCalled()
    document.hidden = false
    live.hurry()
    await pass(0)
    expect(reads).toHaveBeenCalledTimes(1)
  })

  it('is left to the end of a change under way that shows beforehand', async () => {
    const reads = show(['/api/favorites'])
    let finish = () => {}
    const mutation = client.getMutationCache().build(client, {
      mutationKey: ['/api/favorites'],
      mutationFn: () => new Promise<void>((resolve) => (finish = resolve)),
    })
    const done = mutation.execute(undefined)
    live.add([{ topic: 'favorites' }])
    await pass(gathered)
    expect(reads).not.toHaveBeenCalled()
    finish()
    await done
  })

  it('is read again when the server was away, less and less often', async () => {
    const reads = vi.fn(async (): Promise<string> => {
      throw new ConnectionError('away')
    })
    show(keyOf(loanId), reads)
    live.add([book])
    await pass(gathered)
    expect(reads).toHaveBeenCalledTimes(1)
    await pass(5_000)
    expect(reads).toHaveBeenCalledTimes(2)
    await pass(5_000)
    expect(reads).toHaveBeenCalledTimes(2)
    await pass(5_000)
    expect(reads).toHaveBeenCalledTimes(3)
    reads.mockResolvedValue('back')
    live.hurry()
    await live.whenRead()
    expect(client.getQueryData(keyOf(loanId))).toBe('back')
    await pass(600_000)
    expect(reads).toHaveBeenCalledTimes(4)
  })

  it('is everything when it is unknown', async () => {
    const queries = [
      show(keyOf(loanId)),
      show(['/api/favorites']),
      show(['/api/notifications/unread']),
    ]
    live.add([book])
    live.add('all')
    await pass(gathered)
    for (const reads of queries) expect(reads).toHaveBeenCalledTimes(1)
  })
})
