import type { liveCalls } from '#contract/live/calls.ts'
import { unauthorized } from '#server/errors.ts'
import type { Handlers } from '#server/http/mount.ts'

export const liveHandlers: Pick<Handlers, keyof typeof liveCalls> = {
  async streamEvents({ principal, request, reply, streams }, { query }) {
    const { sid } = request
    if (sid === null) throw unauthorized()
    reply
      .type('text/event-stream; charset=utf-8')
      // Without this header, nginx would buffer events.
      .header('x-accel-buffering', 'no')
    if (request.method === 'HEAD') return reply.send()
    // The response is detached from Fastify, because response hooks would wait until the stream ends.
    const sendHead = () => {
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      reply.raw.flushHeaders()
      return reply.raw
    }
    const since = request.headers['last-event-id']?.toString() || query.since
    streams.open({ principal, sid, since, sendHead })
    return null
  },
}
