import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ApiError } from '#server/errors.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import openRouter from 'find-my-way'

/**
 * Answers 405, with Allow, for methods that a path of the table doesn't accept. Paths are looked up for requests that
 * have no route: a route for each refused method would be hundreds, which take time at each start.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  const allowed = allowedMethods()
  const accepted = openRouter(app.initialConfig.routerOptions)
  for (const [path, methods] of allowed) accepted.on(methods, path, noop)
  const paths = openRouter(app.initialConfig.routerOptions)
  for (const [path, methods] of allowed) {
    const allow = methods.join(', ')
    // Any one method, since only the path is looked up.
    paths.on('GET', path, noop, allow)
    // As PATCH of /api/loans/totals, which would change the loan "totals".
    const takenByAnother = refusable.filter(
      (method) => !methods.includes(method) && accepted.find(method, path),
    )
    if (takenByAnother.length > 0)
      app.route({
        method: takenByAnother,
        url: path,
        onRequest: (_request, reply, done) => done(refuse(reply, allow)),
        handler: noop,
      })
  }
  app.addHook('onRequest', (request, reply, done) => {
    const found = request.is404 ? paths.find('GET', request.url) : null
    // The text was given with the path.
    if (found) done(refuse(reply, found.store as string))
    else done()
  })
}

function refuse(reply: FastifyReply, allow: string): ApiError {
  reply.header('allow', allow)
  return new ApiError(405, 'method_not_allowed', `This address takes ${allow}`)
}

const refusable = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const
type Method = (typeof refusable)[number]

/** What Allow lists, by path. */
function allowedMethods(): Map<string, Method[]> {
  const allowed = new Map<string, Method[]>()
  for (const { path, method } of Object.values<Endpoint>(endpoints)) {
    const methods: Method[] = method === 'GET' ? ['GET', 'HEAD'] : [method]
    allowed.set(path, [...(allowed.get(path) ?? []), ...methods])
  }
  return allowed
}

const noop = () => undefined
