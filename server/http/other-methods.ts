import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ApiError } from '#server/errors.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * Returns 405 with Allow for methods that Fastify routes but a path doesn't accept. Without these routes, `PATCH
 * /api/loans/totals` would reach the endpoint `/api/loans/:id`.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  for (const [path, methods] of methodsByPath)
    app.route({
      method: app.supportedMethods.filter((method) => !methods.includes(method)),
      url: path,
      onRequest: (_request, reply, done) => done(refuse(reply, methods)),
      handler: () => undefined,
    })
}

/**
 * Handles the other methods that Node parses, such as PROPFIND. Returns null if no endpoint has the URL. Registering
 * thousands of routes for these methods would slow each startup by a tenth of a second.
 */
export function refuseUnroutedMethod(reply: FastifyReply, pathname: string): ApiError | null {
  const methods =
    methodsByPath.get(pathname) ??
    [...methodsByPath].find(([path]) => patternOf(path).test(pathname))?.[1]
  return methods ? refuse(reply, methods) : null
}

function refuse(reply: FastifyReply, methods: readonly string[]): ApiError {
  const allow = methods.join(', ')
  reply.header('allow', allow)
  return new ApiError(405, 'method_not_allowed', `This address takes ${allow}`)
}

/** A path consists of letters, hyphens, dots, parameters and, at the end, at most one wildcard. */
const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .replaceAll('.', '\\.')
      .replaceAll(/:[^/]+/g, '[^/]+')
      .replace('*', '.*')}$`,
  )

const methodsByPath = new Map<string, string[]>()
for (const { path, method } of Object.values<Endpoint>(endpoints)) {
  const methods = method === 'GET' ? ['GET', 'HEAD'] : [method]
  methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), ...methods])
}
