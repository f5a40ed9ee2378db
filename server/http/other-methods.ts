import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { once } from '#domain/once.ts'
import { ApiError } from '#server/errors.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import openRouter from 'find-my-way'

/**
 * Answers 405, with Allow, for methods that a path of the table doesn't accept. Paths are looked up for requests that
 * have no route: a route for each refused method would be hundreds, which take time at each start.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  const allowed = allowedMethods()
  const ofOthers = methodsOfOthers(allowed)
  for (const [path, methods] of allowed) {
    const others = ofOthers.get(path)?.filter((method) => !methods.includes(method)) ?? []
    if (others.length > 0)
      app.route({
        method: others,
        url: path,
        onRequest: (_request, reply, done) => done(refuse(reply, methods)),
        handler: noop,
      })
  }
  const paths = once(() => {
    const router = openRouter(app.initialConfig.routerOptions)
    // Any one method, since only paths are looked up.
    for (const [path, methods] of allowed) router.on('GET', path, noop, methods)
    return router
  })
  app.addHook('onRequest', (request, reply, done) => {
    const found = request.is404 ? paths().find('GET', request.url) : null
    // The methods were given with the path.
    if (found) done(refuse(reply, found.store as Method[]))
    else done()
  })
}

/** Of each path, the methods that other paths would take: PATCH of /api/loans/totals, as of the loan "totals". */
function methodsOfOthers(allowed: ReadonlyMap<string, Method[]>): Map<string, Method[]> {
  const all = [...allowed].map(([path, methods]) => ({ path, parts: path.split('/'), methods }))
  return new Map(
    all.map(({ path, parts }) => [
      path,
      all
        .filter((other) => other.path !== path && takes(other.parts, parts))
        .flatMap(({ methods }) => methods),
    ]),
  )
}

const takes = (pattern: string[], parts: string[]) =>
  pattern.length === parts.length &&
  pattern.every((part, index) => part.startsWith(':') || part === parts[index])

function refuse(reply: FastifyReply, methods: Method[]): ApiError {
  const allow = methods.join(', ')
  reply.header('allow', allow)
  return new ApiError(405, 'method_not_allowed', `This address takes ${allow}`)
}

type Method = Endpoint['method'] | 'HEAD'

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
