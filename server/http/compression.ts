/** Compresses responses for clients that accept it. Decision 16 lists the exceptions. */
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import { isShape, type Endpoint } from '#contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { constants } from 'node:zlib'

const options: FastifyCompressOptions = {
  // Each endpoint decides whether its responses are compressed. Request bodies are never decompressed, because a small
  // body could expand to any size.
  global: false,
  encodings: ['br', 'gzip'],
  /** The minimum length in bytes. Compressing a shorter response would save less than the extra header costs. */
  threshold: 1024,
  // These settings favor speed over size, because each response is unique and its caller waits for it.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zlibOptions: { level: 4 },
}

export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, options)
}

export const compressionOf = (endpoint: Endpoint): RouteShorthandOptions =>
  isCompressed(endpoint)
    ? {
        compress: options,
        // The hooks are an array, to which the plugin adds its own hook. Fastify derives the HEAD route from the same
        // array, so HEAD reports the same length and encoding as GET.
        onSend: [varyByEncoding],
      }
    : { compress: false }

/** JSON is compressed unless it contains a secret. Files and pages are compressed only if they are text. */
const isCompressed = ({ response, answersSecret, answersText }: Endpoint) =>
  response === 'bytes' ? answersText === true : isShape(response) && !answersSecret

/** The Vary header is needed even if the response is too short to compress or the caller accepts no encoding. */
async function varyByEncoding(_request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  reply.header('vary', 'accept-encoding')
  return payload
}

export type Coding = 'br' | 'gzip'

/** Prefers Brotli to gzip. Returns null if the client accepts neither. */
export function chooseCoding(accepted: string | undefined): Coding | null {
  if (!accepted) return null
  const taken = new Set<string>()
  for (const part of accepted.split(',')) {
    const [name = '', weight = ''] = part.split(';').map((word) => word.trim().toLowerCase())
    if (!/^q=0(\.0*)?$/.test(weight)) taken.add(name)
  }
  if (taken.has('br')) return 'br'
  return taken.has('gzip') || taken.has('*') ? 'gzip' : null
}
