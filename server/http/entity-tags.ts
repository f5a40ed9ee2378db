/** Entity tags. A client that already has the current response gets 304 instead of the response. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The tag is weak, because one tag covers every encoding of the content. */
export const entityTagOf = (content: string | Buffer): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

/** Compares tags as If-None-Match requires. Any tag in the list can match, and weak tags match strong ones. */
export const matchesTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  header
    .split(',')
    .map((each) => opaque(each.trim()))
    .some((each) => each === '*' || each === opaque(tag))

const opaque = (tag: string) => tag.replace(/^W\//, '')

export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  value: unknown,
): FastifyReply {
  const json = JSON.stringify(value)
  const etag = entityTagOf(json)
  reply.header('etag', etag)
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(json)
}
