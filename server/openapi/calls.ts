import { type aboutCalls, endpoints } from '#contract/endpoints.ts'
import type { Handlers } from '#server/http/mount.ts'
import { apiDocsPage } from './api-page.ts'
import { openApiDocument } from './openapi.ts'
import { pageNonce } from '#server/http/security-headers.ts'

export const aboutHandlers: Pick<Handlers, keyof typeof aboutCalls> = {
  async getOpenApi({ config, reply }) {
    reply.type('application/json')
    return reply.send(openApiDocument(endpoints, config))
  },

  async getApiDocs({ reply }) {
    reply.type('text/html; charset=utf-8')
    return reply.send(apiDocsPage(endpoints).replaceAll('%CSP_NONCE%', pageNonce(reply)))
  },
}
