import { endpoints, type EndpointName } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ChangingCall } from '#test/support/changing-act.ts'
import { commitments, expected, type ShownCall } from '#test/support/read-anew-expectations.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call, commonHeaders, endpointPages, endpointQuery } from '#web/api/client.ts'
import { isTouched, partsChanged, readAnewAfterCalls, whenReadAnew } from '#web/live/refetch.ts'

const loanId = '6f1d3c1e-0000-4000-8000-000000000001'
const other = '6f1d3c1e-0000-4000-8000-000000000002'
const id = '6f1d3c1e-0000-4000-8000-000000000003'

/** Everything that a call shows, as screens ask for it: of one loan, and some of another one. */
const queries = {
  getCurrentUser: endpointQuery('getCurrentUser'),
  getStats: endpointQuery('getStats'),
  getLoanTotals: endpointQuery('getLoanTotals', { query: { search: 'pier' } }),
  listSavedFilters: endpointQuery('listSavedFilters'),
  getToday: endpointQuery('getToday'),
  getAdminToday: endpointQuery('getAdminToday'),
  getExposure: endpointQuery('getExposure'),
  listExposedLoans: endpointPages('listExposedLoans', { limit: '50' }),
  getLender: endpointQuery('getLender', { params: { id } }),
  listLenderHoldings: endpointPages('listLenderHoldings', { limit: '50' }, { id }),
  listLoans: endpointPages('listLoans', { limit: '50', search: 'pier' }),
  'listLoans of your favorites': endpointPages('listLoans', { favorites: 'true', limit: '50' }),
  listAllLoans: endpointPages('listAllLoans', { isDraft: 'true', limit: '50' }),
  listPropertyTypes: endpointQuery('listPropertyTypes'),
  getLoan: endpointQuery('getLoan', { params: { id: loanId } }),
  'getLoan of another': endpointQuery('getLoan', { params: { id: other } }),
  getPublication: endpointQuery('getPublication', { params: { id: loanId } }),
  getLoanContents: endpointQuery('getLoanContents', { params: { id: loanId } }),
  listFavorites: endpointQuery('listFavorites'),
  getBook: endpointQuery('getBook', { params: { id: loanId } }),
  'getBook of another': endpointQuery('getBook', { params: { id: other } }),
  getBookTotals: endpointQuery('getBookTotals', { params: { id: loanId } }),
  listBookEntries: endpointPages('listBookEntries', { limit: '100' }, { id: loanId }),
  listBookHolders: endpointPages('listBookHolders', { limit: '100' }, { id: loanId }),
  getFundingStory: endpointQuery('getFundingStory', { params: { id: loanId } }),
  getReceipt: endpointQuery('getReceipt', { params: { id } }),
  getReceiptKeys: endpointQuery('getReceiptKeys'),
  getReadings: endpointQuery('getReadings', { params: { id: loanId } }),
  listMessageRecipients: endpointQuery('listMessageRecipients', { params: { id: loanId } }),
  listOwnCommitments: endpointPages('listOwnCommitments', { order: 'loan', limit: '24' }),
  'listOwnCommitments on the loan': endpointQuery('listOwnCommitments', { query: { loanId } }),
  getPortfolio: endpointQuery('getPortfolio'),
  listOwnHoldings: endpointPages('listOwnHoldings', { limit: '24' }),
  listOwnShares: endpointQuery('listOwnShares', { query: { loanIds: loanId } }),
  getConcentration: endpointQuery('getConcentration'),
  listOwnHistory: endpointPages('listOwnHistory', { limit: '50' }),
  listLoanDocuments: endpointQuery('listLoanDocuments', { params: { loanId } }),
  'listLoanDocuments of another': endpointQuery('listLoanDocuments', { params: { loanId: other } }),
  listLoanPhotos: endpointQuery('listLoanPhotos', { params: { loanId } }),
  'listLoanPhotos of another': endpointQuery('listLoanPhotos', { params: { loanId: other } }),
  listLoansWithFiles: endpointPages('listLoansWithFiles', { kind: 'photo', limit: '24' }),
  listLoanMessages: endpointPages('listLoanMessages', { limit: '50' }, { loanId }),
  'listLoanMessages of another': endpointPages(
    'listLoanMessages',
    { limit: '50' },
    { loanId: other },
  ),
  getAnnouncementAudience: endpointQuery('getAnnouncementAudience', { params: { id: loanId } }),
  listNotifications: endpointPages('listNotifications', { limit: '50' }),
  countUnreadNotifications: endpointQuery('countUnreadNotifications'),
  getAdminSummary: endpointQuery('getAdminSummary'),
  listMails: endpointPages('listMails', { limit: '50' }),
  getMailStatus: endpointQuery('getMailStatus'),
  getCompany: endpointQuery('getCompany'),
  getSetup: endpointQuery('getSetup'),
  getLegalTexts: endpointQuery('getLegalTexts'),
  getLegalHistory: endpointQuery('getLegalHistory'),
  listLegalVersions: endpointPages('listLegalVersions', { kind: 'terms', limit: '20' }),
  getSample: endpointQuery('getSample'),
  listInvitations: endpointPages('listInvitations', { limit: '20' }),
  listUsers: endpointPages('listUsers', { limit: '50', search: 'ada' }),
  listPendingUsers: endpointPages('listPendingUsers', { limit: '50' }),
  listBoundLoans: endpointQuery('listBoundLoans', { params: { id } }),
  listSessions: endpointQuery('listSessions'),
  listAudit: endpointPages('listAudit', { limit: '50' }),
  getAuditState: endpointQuery('getAuditState'),
} satisfies Record<ShownCall, Query> & Record<string, Query>
type Query = { queryKey: readonly unknown[] }

const touchedBy = (name: EndpointName, input: object, answer?: unknown) => {
  const changed = partsChanged({ name, input, answer })
  return Object.entries(queries)
    .filter(([, { queryKey }]) => isTouched(queryKey, changed))
    .map(([query]) => query)
}

const aboutLoan = { params: { id: loanId, loanId }, body: { loanId } }
describe('what is read anew', () => {
  const changing = Object.entries<Endpoint>(endpoints).flatMap(([name, row]) =>
    // The type has the rows that change something.
    row.changes ? [name as ChangingCall] : [],
  )

  it.each(changing)('after %s', (name) => {
    const touched = touchedBy(name, aboutLoan, {})
    expect(touched.toSorted()).toEqual([...new Set(expected[name])].toSorted())
  })

  it('is nothing after what only reads', () => {
    const reads = Object.keys(endpoints).filter((name) => !changing.some((each) => each === name))
    for (const name of reads) expect(touchedBy(name as EndpointName, aboutLoan, {})).toEqual([])
  })

  it('is narrowed to a loan that the answer names, or the caller', () => {
    const ofAnswer = touchedBy('withdrawCommitment', { params: { id } }, { id, loanId })
    expect(ofAnswer.toSorted()).toEqual(commitments.toSorted())
    const ofCaller = touchedBy('deletePhoto', { params: { id }, loanId }, null)
    expect(ofCaller).not.toContain('listLoanPhotos of another')
  })

  it('is of every loan where nothing names one', () => {
    const touched = touchedBy('deletePhoto', { params: { id } })
    expect(touched).toContain('listLoanPhotos')
    expect(touched).toContain('listLoanPhotos of another')
  })

  it('is found in an address of any letter case', () => {
    const changed = partsChanged({ name: 'createMessage', input: { body: { loanId } }, answer: {} })
    const typed = { params: { loanId: loanId.toUpperCase() } }
    expect(isTouched(endpointQuery('listLoanMessages', typed).queryKey, changed)).toBe(true)
  })
})

describe('a cache', () => {
  const answerWith = (status: number) =>
    vi.stubGlobal('fetch', async () => new Response(status === 204 ? null : '{}', { status }))
  afterEach(() => vi.unstubAllGlobals())

  function openCache() {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
    readAnewAfterCalls(client)
    const isStale = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated
    return { client, isStale }
  }
  /** A query that was read before, and is on no screen now. */
  const remember = (client: QueryClient, queryKey: readonly unknown[]) =>
    client.setQueryData(queryKey, 'first')
  /** A query that is on the screen; gives how often it has been read. */
  function show(client: QueryClient, queryKey: unknown[]) {
    const queryFn = vi.fn(async () => 'read')
    const observer = new QueryObserver(client, { queryKey, queryFn, initialData: 'first' })
    return { reads: queryFn, hide: observer.subscribe(() => {}) }
  }

  it('reads at once what is on the screen, and only marks the rest', async () => {
    const { client, isStale } = openCache()
    const shown = show(client, queries.listLoanMessages.queryKey)
    remember(client, queries.getLoanContents.queryKey)
    answerWith(200)
    await call('createMessage', { body: { loanId, message: 'When is closing?' } })
    await whenReadAnew()
    expect(shown.reads).toHaveBeenCalledTimes(1)
    expect(isStale(queries.getLoanContents.queryKey)).toBe(true)
    shown.hide()
  })

  it('is read again after a first read that was under way during the change', async () => {
    const { client } = openCache()
    const answers: ((answer: string) => void)[] = []
    const queryFn = () => new Promise<string>((answer) => answers.push(answer))
    const { queryKey } = queries.getBook
    const observer = new QueryObserver(client, { queryKey, queryFn })
    const hide = observer.subscribe(() => {})
    answerWith(201)
    await call('createCommitment', { body: { loanId, percentage: '1' } })
    answers[0]?.('from before')
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.('from after')
    await whenReadAnew()
    expect(client.getQueryData(queryKey)).toBe('from after')
    hide()
  })

  it('is read anew after a refusal, since the screen was behind, but not once the session has ended', async () => {
    // What a refusal has asked past the kept answers ends with a timer.
    vi.useFakeTimers()
    const { client, isStale } = openCache()
    remember(client, queries.getBook.queryKey)
    answerWith(401)
    const commit = () => call('createCommitment', { body: { loanId, percentage: '1' } })
    await expect(commit()).rejects.toThrow('401')
    expect(isStale(queries.getBook.queryKey)).toBe(false)
    answerWith(409)
    await expect(commit()).rejects.toThrow('409')
    expect(isStale(queries.getBook.queryKey)).toBe(true)
    vi.runAllTimers()
    vi.useRealTimers()
  })

  it('is read past the kept answers for a second after a refusal with 409, and after no other', async () => {
    vi.useFakeTimers()
    const { client } = openCache()
    const seen: (string | undefined)[] = []
    const queryFn = async () => seen.push(commonHeaders['cache-control'])
    const { queryKey } = queries.getStats
    const observer = new QueryObserver(client, { queryKey, queryFn, initialData: 0 })
    const hide = observer.subscribe(() => {})
    const refusedWith = async (status: number) => {
      answerWith(status)
      await expect(call('deleteLoan', { params: { id: loanId } })).rejects.toThrow(`${status}`)
      await whenReadAnew()
    }
    await refusedWith(400)
    await refusedWith(409)
    vi.advanceTimersByTime(600)
    await refusedWith(409)
    vi.advanceTimersByTime(600)
    await refusedWith(400)
    expect(seen).toEqual([undefined, 'no-cache', 'no-cache', 'no-cache'])
    vi.advanceTimersByTime(400)
    expect(commonHeaders).toEqual({})
    hide()
    vi.useRealTimers()
  })

  it('forgets what is about a deleted loan, which cannot be read anymore', async () => {
    const { client, isStale } = openCache()
    for (const { queryKey } of [queries.getLoan, queries.getLoanContents, queries.getBook])
      remember(client, queryKey)
    remember(client, queries['getBook of another'].queryKey)
    remember(client, queries.getStats.queryKey)
    answerWith(204)
    await call('deleteLoan', { params: { id: loanId } })
    expect(client.getQueryState(queries.getLoan.queryKey)).toBeUndefined()
    expect(client.getQueryState(queries.getLoanContents.queryKey)).toBeUndefined()
    expect(client.getQueryState(queries.getBook.queryKey)).toBeUndefined()
    expect(isStale(queries['getBook of another'].queryKey)).toBe(false)
    expect(isStale(queries.getStats.queryKey)).toBe(true)
  })

  it('has the last of several changes under way read what they show beforehand', async () => {
    const { client, isStale } = openCache()
    const { queryKey } = queries.listFavorites
    remember(client, queryKey)
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
