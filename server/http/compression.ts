/** Compresses the answers of calls for clients that accept it; decision 16 says which stay as they are. */
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import { isShape, type Endpoint } from '#contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { constants } from 'node:zlib'

const options: FastifyCompressOptions = {
  // Each row decides. Bodies of requests are never unpacked: a small one could unfold to any size.
  global: false,
  encodings: ['br', 'gzip'],
  /** Bytes; below, the header of an answer weighs more than what packing it saves. */
  threshold: 1024,
  // Quick rather than tight: an answer differs each time, and its caller waits.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zlibOptions: { level: 4 },
}

export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, options)
}

/** The options by which the route of a row compresses its answers, or doesn't. */
export const compressionOf = (endpoint: Endpoint): RouteShorthandOptions =>
  isCompressed(endpoint)
    ? {
        compress: options,
        // As a list, which the plugin adds itself to: Fastify makes the HEAD route from the same list,
        // so that HEAD tells the length and coding that GET would have.
        onSend: [varyByEncoding],
      }
    : { compress: false }

/** JSON is, unless it holds a secret; of files and pages, only those that are text. */
const isCompressed = ({ response, answersSecret, answersText }: Endpoint) =>
  response === 'bytes' ? answersText === true : isShape(response) && !answersSecret

/** Also on answers that are too short to be compressed, or whose caller takes no compression. */
async function varyByEncoding(_request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  reply.header('vary', 'accept-encoding')
  return payload
}
