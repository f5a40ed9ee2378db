/** Bodies that stay streams, on the calls that take bytes. */
import type { Readable } from 'node:stream'
import { invalid } from '#server/errors.ts'

/** On a call that takes bytes a body is a stream; an empty one is missing. */
export const isStream = (body: unknown): body is Readable =>
  typeof body === 'object' && body !== null

/** The bytes as they arrive; 400 if they end early. */
export async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  try {
    // Destroying the request would close the connection before the answer. No encoding is set, so
    // chunks are buffers.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) yield chunk as Buffer
  } catch {
    throw invalid('The request was cut off')
  }
}
