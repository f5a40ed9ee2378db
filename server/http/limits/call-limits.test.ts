import { toApiError } from '#server/errors.ts'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { callLimits, openCallLimits } from './call-limits.ts'
import { principalOf, type SignedInAccount } from '#server/sign-in/principal.ts'

const someone: SignedInAccount = {
  id: '',
  email: 'olga@example.com',
  firstName: 'Olga',
  lastName: 'Brook',
  companyName: null,
  firmId: '',
  firmRole: 'manager',
  profileImageUrl: null,
  isAdmin: true,
  isApproved: true,
  notifyByEmail: true,
  hasTwoFactor: false,
  mustAcceptTerms: false,
  createdAt: '2026-01-01T00:00:00.000Z',
}

let app: FastifyInstance
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  app = fastify()
  app.decorateRequest('principal', null)
  const countCall = await openCallLimits(app, { rateLimit: true })
  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Fastify awaits the handler.
  app.post<{ Params: { id: string } }>('/links/:id', async (request) => {
    request.principal = principalOf({ ...someone, id: request.params.id }, '')
    await countCall(request, 'resetLinks')
    return 'made'
  })
  app.setErrorHandler((error, _request, reply) => {
    const { status, message, extra } = toApiError(error)
    return reply.code(status).send({ message, seconds: extra.retryAfterSeconds })
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const { calls, minutes, words } = callLimits.resetLinks
const makeLink = (id: string) => app.inject({ method: 'POST', url: `/links/${id}` })
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

it("accepts calls again after the rate limit's window ends, regardless of how many calls were rejected", async () => {
  for (let call = 0; call < calls; call += 1) expect((await makeLink('olga')).statusCode).toBe(200)
  const refused = await makeLink('olga')
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toEqual({
    message: `${words} Try again in 60 minutes.`,
    seconds: minutes * 60,
  })
  expect((await makeLink('omar')).statusCode).toBe(200)

  pass((minutes - 1) * 60_000 + 1_500)
  expect((await makeLink('olga')).json()).toEqual({
    message: `${words} Try again in 1 minute.`,
    seconds: 59,
  })
  pass(58_500)
  for (let call = 0; call < calls; call += 1) expect((await makeLink('olga')).statusCode).toBe(200)
  expect((await makeLink('olga')).statusCode).toBe(429)
})
