import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ApiError } from '#server/errors.ts'
import type { FastifyInstance } from 'fastify'

/** Answers 405, with Allow, for methods that a path of the table doesn't accept. */
export function refuseOtherMethods(app: FastifyInstance): void {
  for (const [path, methods] of methodsByPath()) {
    const allow = methods.join(', ')
    const refusal = new ApiError(405, 'method_not_allowed', `This address takes ${allow}`)
    app.route({
      method: app.supportedMethods.filter((method) => !methods.includes(method)),
      url: path,
      onRequest: (_request, reply, done) => {
        reply.header('allow', allow)
        done(refusal)
      },
      handler: () => undefined,
    })
  }
}

/** The methods that each path accepts. */
function methodsByPath(): Map<string, string[]> {
  const accepted = new Map<string, string[]>()
  for (const { path, method } of Object.values<Endpoint>(endpoints)) {
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method]
    accepted.set(path, [...(accepted.get(path) ?? []), ...methods])
  }
  return accepted
}
