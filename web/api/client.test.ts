import { security, spec } from '#test/support/requirements.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError, call, callPage, ConnectionError, endpointQuery, errorMessage } from './client.ts'

const id = '6f1d3c1e-0000-4000-8000-000000000001'

function answerWith(body: unknown, init: ResponseInit = {}) {
  const fetched = vi.fn<typeof fetch>(async () => {
    const response = new Response(body === null ? null : JSON.stringify(body), init)
    Object.defineProperty(response, 'url', { value: 'http://localhost/api/loans' })
    return response
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('an API call', () => {
  it('sends cookies with an API call, and a JSON content type only with a body', async () => {
    spec('1.20', '7.1')
    const fetched = answerWith([])
    await call('listFavorites')
    expect(fetched).toHaveBeenLastCalledWith('/api/favorites', {
      method: 'GET',
      credentials: 'include',
      headers: {},
    })
    await call('addFavorite', { body: { loanId: id } })
    expect(fetched).toHaveBeenLastCalledWith('/api/favorites', {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ loanId: id }),
    })
  })

  it("fills in an API call's path parameters and omits undefined query fields", async () => {
    security('1.2.2')
    const fetched = answerWith([])
    await call('listLoanDocuments', { params: { loanId: 'a/b' } })
    expect(fetched.mock.lastCall?.[0]).toBe('/api/documents/loan/a%2Fb')
    await call('listLoans', { query: { search: 'a&b', status: undefined } })
    expect(fetched.mock.lastCall?.[0]).toBe('/api/loans?search=a%26b')
  })

  it('returns null for an API response with status 204', async () => {
    answerWith(null, { status: 204 })
    expect(await call('logout')).toBeNull()
  })

  it('throws an error with the status, message, and fields of an error response', async () => {
    spec('7.2', '8.1')
    answerWith(
      { message: 'Only 12% is left', code: 'conflict', fields: { percentage: 'x' } },
      { status: 409 },
    )
    const error = await call('getStats').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      message: '409: Only 12% is left',
      code: 'conflict',
      fields: { percentage: 'x' },
    })
    expect(errorMessage(error, 'Failed')).toBe('Only 12% is left')
  })

  it("throws an error with the status text if an error response isn't in the API's format", async () => {
    spec('7.2', '8.1')
    answerWith('<html>', { status: 502, statusText: 'Bad Gateway' })
    const error = await call('getStats').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: '502: Bad Gateway', serverMessage: null, fields: {} })
    expect(errorMessage(error, 'Failed')).toBe('Failed')
  })

  it("reports that the server can't be reached if no response arrives", async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(call('getStats')).rejects.toBeInstanceOf(ConnectionError)
  })
})

describe('a page of a list', () => {
  it('reads the cursor of the next page from the Link header', async () => {
    answerWith([], { headers: { link: '</api/loans?limit=50&cursor=a%3Db>; rel="next"' } })
    expect(await callPage('listLoans', { query: { limit: '50' } })).toEqual({
      items: [],
      next: 'a=b',
    })
  })

  it('returns no cursor for the next page if there is no Link header', async () => {
    answerWith([])
    expect(await callPage('listLoans')).toEqual({ items: [], next: null })
  })
})

describe('query keys', () => {
  it('combines the path segments and any query into a query key', () => {
    spec('7.3')
    expect(endpointQuery('getStats').queryKey).toEqual(['/api/stats'])
    expect(endpointQuery('getLoan', { params: { id } }).queryKey).toEqual(['/api/loans', id])
    expect(endpointQuery('getLoanCover', { params: { id } }).queryKey).toEqual([
      '/api/loans',
      id,
      'cover',
    ])
    expect(
      endpointQuery('listLoans', { query: { search: 'x', status: undefined } }).queryKey,
    ).toEqual(['/api/loans', { search: 'x' }])
  })
})
