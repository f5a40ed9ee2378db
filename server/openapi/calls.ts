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
    const values = { '%CSP_NONCE%': pageNonce(reply), '%FONT_FACE%': reply.server.fontFace }
    return reply.send(
      apiDocsPage(endpoints).replaceAll(
        /%(?:CSP_NONCE|FONT_FACE)%/g,
        (name) => values[name as keyof typeof values],
      ),
    )
  },
}
