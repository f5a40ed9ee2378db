/**
 * The files of the browser application that have a hash of their content in their name. They are read and
 * kept in memory at startup, with the compressed forms that the build made of them: a few megabytes, and
 * no file is opened while somebody waits for a page.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { chooseCoding, type Coding } from './codings.ts'
import { entityTagOf } from './kept-answers.ts'
import { matchesTag } from './objects.ts'

const types: Record<string, string> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}
const endings: Record<Coding, string> = { br: '.br', gzip: '.gz' }

/** Serves each file of `folder`, where the build put it, at its own address under `/assets/`. */
export function registerAssets(app: FastifyInstance, folder: string): void {
  if (!existsSync(folder)) return
  const isPacked = (name: string) => Object.values(endings).some((ending) => name.endsWith(ending))
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((each) =>
    each.isFile(),
  ))
    if (!isPacked(name)) registerAsset(app, path.join(folder, name))
}

function registerAsset(app: FastifyInstance, file: string) {
  const type = types[path.extname(file)]
  if (!type) throw new Error(`The build made a file of an unknown type: ${file}`)
  const plain = readFileSync(file)
  const packed = (coding: Coding) =>
    existsSync(file + endings[coding]) ? readFileSync(file + endings[coding]) : null
  const forms = { br: packed('br'), gzip: packed('gzip') }
  const etag = entityTagOf(plain)
  const headers = {
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    etag,
    vary: 'accept-encoding',
  }
  app.get(`/assets/${path.basename(file)}`, (request, reply) => {
    reply.headers(headers)
    if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const coding = chooseCoding(request.headers['accept-encoding'])
    const form = coding && forms[coding]
    return form ? reply.header('content-encoding', coding).send(form) : reply.send(plain)
  })
}
