import { endpoints, type EndpointName } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call, endpointPages, endpointQuery } from '#web/api/client.ts'
import { isTouched, partsChanged, refetchAfterCalls, whenRefetched } from './refetch.ts'

const loanId = '6f1d3c1e-0000-4000-8000-000000000001'
const other = '6f1d3c1e-0000-4000-8000-000000000002'
const id = '6f1d3c1e-0000-4000-8000-000000000003'

const queries = {
  getStats: endpointQuery('getStats'),
  'listLoans of your favorites': endpointPages('listLoans', { favorites: 'true', limit: '50' }),
  getLoan: endpointQuery('getLoan', { params: { id: loanId } }),
  getLoanContents: endpointQuery('getLoanContents', { params: { id: loanId } }),
  listFavorites: endpointQuery('listFavorites'),
  getBook: endpointQuery('getBook', { params: { id: loanId } }),
  'getBook of another': endpointQuery('getBook', { params: { id: other } }),
  getPortfolio: endpointQuery('getPortfolio'),
  listLoanPhotos: endpointQuery('listLoanPhotos', { params: { loanId } }),
  'listLoanPhotos of another': endpointQuery('listLoanPhotos', { params: { loanId: other } }),
  listLoanMessages: endpointPages('listLoanMessages', { limit: '50' }, { loanId }),
  listUsers: endpointPages('listUsers', { limit: '50', search: 'ada' }),
}

type Shown = Pick<ReturnType<typeof endpointQuery>, 'meta'> & { queryKey: readonly unknown[] }

const touchedBy = (name: EndpointName, input: object, answer?: unknown) => {
  const changed = partsChanged({ name, input, answer })
  return Object.entries(queries)
    .filter(([, { meta }]) => isTouched(meta, changed))
    .map(([query]) => query)
}

describe('an API call', () => {
  const aboutLoan = { params: { id: loanId, loanId }, body: { loanId } }

  it('invalidates only queries that depend on a topic that the call changed, and none about other loans', () => {
    expect(touchedBy('createCommitment', aboutLoan)).toEqual([
      'getStats',
      'listLoans of your favorites',
      'getLoan',
      'getLoanContents',
      'getBook',
      'getPortfolio',
      'listUsers',
    ])
    expect(touchedBy('addFavorite', aboutLoan)).toEqual([
      'listLoans of your favorites',
      'listFavorites',
    ])
  })

  it('invalidates every query that shows a topic if the topic has changed for all loans', () => {
    for (const [name, { changes = [] }] of Object.entries<Endpoint>(endpoints)) {
      const changed = partsChanged({ name: name as EndpointName, input: aboutLoan, answer: {} })
      expect(changed).toHaveLength(changes.length)
      for (const [shown, { shows = [] }] of Object.entries<Endpoint>(endpoints)) {
        const params = { id: loanId, loanId }
        const meta = { call: shown as EndpointName, params, query: {} }
        if (shows.some((topic) => changes.includes(topic)))
          expect(isTouched(meta, changed), `${shown} after ${name}`).toBe(true)
      }
    }
  })

  it("doesn't invalidate any query after a call that only reads", () => {
    for (const [name, { changes }] of Object.entries<Endpoint>(endpoints))
      if (!changes) expect(touchedBy(name as EndpointName, aboutLoan, {})).toEqual([])
  })

  it('invalidates queries about the loan that the response or the caller identifies', () => {
    const ofAnswer = touchedBy('withdrawCommitment', { params: { id } }, { id, loanId })
    expect(ofAnswer).toContain('getBook')
    expect(ofAnswer).not.toContain('getBook of another')
    const ofCaller = touchedBy('deletePhoto', { params: { id }, loanId }, null)
    expect(ofCaller).toContain('listLoanPhotos')
    expect(ofCaller).not.toContain('listLoanPhotos of another')
  })

  it("invalidates queries about every loan if the call doesn't name a loan", () => {
    const touched = touchedBy('deletePhoto', { params: { id } })
    expect(touched).toContain('listLoanPhotos')
    expect(touched).toContain('listLoanPhotos of another')
  })

  it('invalidates a query whose URL contains capital letters', () => {
    const changed = partsChanged({ name: 'createMessage', input: { body: { loanId } }, answer: {} })
    const typed = { params: { loanId: loanId.toUpperCase() } }
    expect(isTouched(endpointQuery('listLoanMessages', typed).meta, changed)).toBe(true)
  })
})

describe('the query cache', () => {
  const answerWith = (status: number) =>
    vi.stubGlobal('fetch', async () => new Response(status === 204 ? null : '{}', { status }))
  afterEach(() => vi.unstubAllGlobals())

  function openCache() {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
    refetchAfterCalls(client)
    const isStale = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated
    return { client, isStale }
  }
  /** Caches a query that no component uses. */
  const remember = (client: QueryClient, { queryKey, meta }: Shown) =>
    client.getQueryCache().build(client, { queryKey, meta, initialData: 'first' })
  function show(client: QueryClient, { queryKey, meta }: Shown) {
    const queryFn = vi.fn(async () => 'read')
    const observer = new QueryObserver(client, { queryKey, meta, queryFn, initialData: 'first' })
    return { reads: queryFn, hide: observer.subscribe(() => {}) }
  }

  it('immediately reloads invalidated queries that are in use, and marks all others as stale', async () => {
    const { client, isStale } = openCache()
    const shown = show(client, queries.listLoanMessages)
    remember(client, queries.getLoanContents)
    answerWith(200)
    await call('createMessage', { body: { loanId, message: 'When is closing?' } })
    await whenRefetched()
    expect(shown.reads).toHaveBeenCalledTimes(1)
    expect(isStale(queries.getLoanContents.queryKey)).toBe(true)
    shown.hide()
  })

  it('reloads a query whose first request was pending when the change was made', async () => {
    const { client } = openCache()
    const answers: ((answer: string) => void)[] = []
    const queryFn = () => new Promise<string>((answer) => answers.push(answer))
    const { queryKey, meta } = queries.getBook
    const observer = new QueryObserver(client, { queryKey, meta, queryFn })
    const hide = observer.subscribe(() => {})
    answerWith(201)
    await call('createCommitment', { body: { loanId, percentage: '1' } })
    answers[0]?.('from before')
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.('from after')
    await whenRefetched()
    expect(client.getQueryData(queryKey)).toBe('from after')
    hide()
  })

  it('reloads queries after a rejected request unless the session has ended', async () => {
    const { client, isStale } = openCache()
    remember(client, queries.getBook)
    answerWith(401)
    const commit = () => call('createCommitment', { body: { loanId, percentage: '1' } })
    await expect(commit()).rejects.toThrow('401')
    expect(isStale(queries.getBook.queryKey)).toBe(false)
    answerWith(409)
    await expect(commit()).rejects.toThrow('409')
    expect(isStale(queries.getBook.queryKey)).toBe(true)
  })

  it('removes queries about a deleted loan', async () => {
    const { client, isStale } = openCache()
    for (const query of [queries.getLoan, queries.getLoanContents, queries.getBook])
      remember(client, query)
    remember(client, queries['getBook of another'])
    remember(client, queries.getStats)
    answerWith(204)
    await call('deleteLoan', { params: { id: loanId } })
    expect(client.getQueryState(queries.getLoan.queryKey)).toBeUndefined()
    expect(client.getQueryState(queries.getLoanContents.queryKey)).toBeUndefined()
    expect(client.getQueryState(queries.getBook.queryKey)).toBeUndefined()
    expect(isStale(queries['getBook of another'].queryKey)).toBe(false)
    expect(isStale(queries.getStats.queryKey)).toBe(true)
  })

  it('refetches queries about a loan after one of its records is deleted', async () => {
    const { client, isStale } = openCache()
    remember(client, queries.getLoan)
    answerWith(204)
    await call('takeBackPass', { params: { id: loanId } })
    expect(isStale(queries.getLoan.queryKey)).toBe(true)
  })

  it('refetches queries after the last of several optimistic mutations', async () => {
    const { client, isStale } = openCache()
    const { queryKey } = queries.listFavorites
    remember(client, queries.listFavorites)
    answerWith(200)
    let finishFirst = () => {}
    const change = (mutationFn: () => Promise<unknown>) =>
      client.getMutationCache().build(client, { mutationKey: queryKey, mutationFn }).execute(0)
    const first = change(async () => {
      await new Promise<void>((resolve) => (finishFirst = resolve))
      await call('addFavorite', { body: { loanId } })
    })
    await change(() => call('addFavorite', { body: { loanId: other } }))
    expect(isStale(queryKey)).toBe(false)
    finishFirst()
    await first
    expect(isStale(queryKey)).toBe(true)
  })
})
