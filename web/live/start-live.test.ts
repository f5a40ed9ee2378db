import { ConnectionError, endpointQuery } from '#web/api/client.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startLive } from './start-live.ts'

const userId = '6f1d3c1e-0000-4000-8000-00000000000a'
const loanId = '6f1d3c1e-0000-4000-8000-000000000001'
const other = '6f1d3c1e-0000-4000-8000-000000000002'
const book = { topic: 'book', id: loanId }
const loanQuery = (id: string) => endpointQuery('getLoan', { params: { id } })
const favorites = endpointQuery('listFavorites')

class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeEventSource[] = []
  readonly url: string
  readyState = 1
  constructor(url: string) {
    super()
    this.url = url
    FakeEventSource.opened.push(this)
  }
  close() {
    this.readyState = FakeEventSource.CLOSED
  }
  receive(name: string, data: object = {}, lastEventId = '') {
    const event = Object.assign(new Event(name), { data: JSON.stringify(data), lastEventId })
    this.dispatchEvent(event)
  }
  fail(readyState: number) {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
}
const streams = () => FakeEventSource.opened
const source = () => {
  const last = streams().at(-1)
  if (!last) throw new Error('No stream was opened')
  return last
}

let client: QueryClient
let stop: () => void
let offlineSince: number | null
const page = new EventTarget()
const tab = Object.assign(new EventTarget(), { hidden: false })
const turn = (hidden: boolean) => {
  tab.hidden = hidden
  tab.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeEventSource.opened = []
  tab.hidden = false
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('document', tab)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('fetch', async () => new Response('null', { status: 401 }))
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  offlineSince = null
  stop = startLive({ client, since: '', userId, onState: (since) => (offlineSince = since) })
})
afterEach(() => {
  stop()
  client.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Query = { queryKey: readonly unknown[]; meta: (typeof favorites)['meta'] }
function show(query: Query, queryFn = vi.fn(async () => 'read')) {
  const { queryKey, meta } = query
  const observer = new QueryObserver(client, { queryKey, meta, queryFn, initialData: 'first' })
  observer.subscribe(() => {})
  return queryFn
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** This wait is longer than the interval in which events are combined, so loading has ended by then. */
const gathered = 300

describe('a change event', () => {
  it('combines change events within a short time into one reload and ignores other loans', async () => {
    const [reads, ofOther] = [show(loanQuery(loanId)), show(loanQuery(other))]
    for (let change = 0; change < 20; change += 1) source().receive('changed', book)
    await pass(gathered)
    expect(reads).toHaveBeenCalledTimes(1)
    expect(ofOther).not.toHaveBeenCalled()
  })

  it('waits for a pending response, which may be outdated, before reloading', async () => {
    let answer = (_value: string) => {}
    const queryFn = vi.fn(() => new Promise<string>((resolve) => (answer = resolve)))
    show(loanQuery(loanId), queryFn)
    const first = client.refetchQueries({ queryKey: loanQuery(loanId).queryKey })
    source().receive('changed', book)
    await pass(gathered)
    expect(queryFn).toHaveBeenCalledTimes(1)
    answer('old')
    await first
    expect(client.getQueryData(loanQuery(loanId).queryKey)).toBe('old')
    await pass(0)
    expect(queryFn).toHaveBeenCalledTimes(2)
    answer('new')
    await pass(0)
    expect(client.getQueryData(loanQuery(loanId).queryKey)).toBe('new')
  })

  it('waits for the previous reload to finish before it reloads again', async () => {
    const answers: ((value: string) => void)[] = []
    const queryFn = vi.fn(() => new Promise<string>((resolve) => answers.push(resolve)))
    show(loanQuery(loanId), queryFn)
    for (let change = 0; change < 10; change += 1) {
      source().receive('changed', book)
      await pass(gathered)
    }
    expect(queryFn).toHaveBeenCalledTimes(1)
    answers[0]?.('from before')
    await pass(gathered)
    expect(queryFn).toHaveBeenCalledTimes(2)
  })

  it("doesn't reload a query while an optimistic mutation is in progress", async () => {
    const reads = show(favorites)
    let finish = () => {}
    const mutation = client.getMutationCache().build(client, {
      mutationKey: favorites.queryKey,
      mutationFn: () => new Promise<void>((resolve) => (finish = resolve)),
    })
    const done = mutation.execute(undefined)
    source().receive('changed', { topic: 'favorites' })
    await pass(gathered)
    expect(reads).not.toHaveBeenCalled()
    finish()
    await done
  })

  it("reloads everything if a change event doesn't name the changes", async () => {
    const queries = [show(loanQuery(loanId)), show(favorites)]
    source().receive('everything')
    await pass(gathered)
    for (const reads of queries) expect(reads).toHaveBeenCalledTimes(1)
  })

  it('retries only the failed requests after a change event', async () => {
    const reads = vi.fn(async (): Promise<string> => {
      throw new ConnectionError('away')
    })
    const others = show(loanQuery(other))
    show(loanQuery(loanId), reads)
    source().receive('changed', book)
    await pass(gathered)
    expect(reads).toHaveBeenCalledTimes(1)
    reads.mockResolvedValue('back')
    source().receive('alive')
    await pass(gathered)
    expect(client.getQueryData(loanQuery(loanId).queryKey)).toBe('back')
    source().receive('alive')
    await pass(gathered)
    expect(reads).toHaveBeenCalledTimes(2)
    expect(others).not.toHaveBeenCalled()
  })
})

describe('the event stream', () => {
  it('closes the event stream a few seconds after the tab is hidden and reopens it when the tab is shown', async () => {
    expect(streams().map(({ url }) => url)).toEqual(['/api/events'])
    source().receive('everything', {}, '41')
    turn(true)
    await pass(5_000)
    turn(false)
    expect(streams()).toHaveLength(1)
    turn(true)
    await pass(15_000)
    expect(source().readyState).toBe(FakeEventSource.CLOSED)
    await pass(60_000)
    expect(streams()).toHaveLength(1)
    turn(false)
    expect(streams().map(({ url }) => url)).toEqual(['/api/events', '/api/events?since=41'])
  })

  it('opens the event stream again after it is rejected or receives nothing for too long', async () => {
    source().receive('everything', {}, '41')
    source().fail(FakeEventSource.CLOSED)
    await pass(5_000)
    expect(source().url).toBe('/api/events?since=41')
    for (let beat = 0; beat < 5; beat += 1) {
      source().receive('alive', {}, String(beat))
      await pass(25_000)
    }
    expect(streams()).toHaveLength(2)
    await pass(60_000)
    expect(streams()).toHaveLength(3)
  })

  it('reports a lost connection after a few seconds, until all missed changes are loaded', async () => {
    source().receive('everything', {}, '41')
    await pass(gathered)
    const brokenAt = Date.now()
    source().fail(0)
    await pass(2_000)
    expect(offlineSince).toBeNull()
    await pass(1_000)
    expect(offlineSince).toBe(brokenAt)
    let answer = (_value: string) => {}
    show(
      loanQuery(loanId),
      vi.fn(() => new Promise<string>((resolve) => (answer = resolve))),
    )
    source().receive('opened', { userId })
    source().receive('changed', book, '42')
    await pass(gathered)
    expect(offlineSince).toBe(brokenAt)
    answer('new')
    await pass(0)
    expect(offlineSince).toBeNull()
  })
})
