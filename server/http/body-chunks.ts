import type { Readable } from 'node:stream'
import { invalid } from '#server/errors.ts'

/** The body of an endpoint that accepts bytes is a stream. An empty body counts as missing. */
export const isStream = (body: unknown): body is Readable =>
  typeof body === 'object' && body !== null

/** Yields the body's bytes as they arrive. Throws 400 if the body is incomplete. */
export async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  try {
    // Destroying the request would close the connection before the response. Without an encoding, chunks are buffers.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) yield chunk as Buffer
  } catch {
    throw invalid('The request was cut off')
  }
}
