/**
 * The web app's files, whose names contain content hashes. The files and their compressed versions take a few
 * megabytes. They are read into memory at startup so that no request opens a file.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { notFound } from '#server/errors.ts'
import type { FastifyInstance } from 'fastify'
import { chooseCoding, type Coding } from '#server/http/compression.ts'
import { entityTagOf, matchesTag } from '#server/http/entity-tags.ts'

const types: Record<string, string> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}
const endings: Record<Coding, string> = { br: '.br', gzip: '.gz' }

interface Asset {
  etag: string
  headers: Record<string, string>
  plain: Buffer
  packed: Record<Coding, Buffer | null>
}

export function registerAssets(app: FastifyInstance, folder: string): void {
  if (!existsSync(folder)) return
  const assets = readAssets(folder)
  app.get('/assets/:name', (request, reply) => {
    const asset = assets.get((request.params as { name: string }).name)
    if (!asset) throw notFound()
    reply.headers(asset.headers)
    if (matchesTag(request.headers['if-none-match'], asset.etag)) return reply.code(304).send()
    const coding = chooseCoding(request.headers['accept-encoding'])
    const packed = coding && asset.packed[coding]
    return packed ? reply.header('content-encoding', coding).send(packed) : reply.send(asset.plain)
  })
}

function readAssets(folder: string): Map<string, Asset> {
  const isPacked = (name: string) => Object.values(endings).some((ending) => name.endsWith(ending))
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((each) => each.isFile() && !isPacked(each.name))
    .map((each) => each.name)
  return new Map(names.map((name) => [name, readAsset(path.join(folder, name))]))
}

function readAsset(file: string): Asset {
  const type = types[path.extname(file)]
  if (!type) throw new Error(`The build made a file of an unknown type: ${file}`)
  const plain = readFileSync(file)
  const read = (coding: Coding) =>
    existsSync(file + endings[coding]) ? readFileSync(file + endings[coding]) : null
  const etag = entityTagOf(plain)
  const headers = {
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    etag,
    vary: 'accept-encoding',
  }
  return { etag, headers, plain, packed: { br: read('br'), gzip: read('gzip') } }
}
