import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readJson } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'
import { rowsOfTheTable } from '#test/support/rows-of-the-table.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ PUBLIC_URL: 'https://desk.example.com', BRAND_NAME: 'Pier <b> Capital' })
})
afterAll(() => desk.close())

it('lists every endpoint in the OpenAPI document', async () => {
  const reply = await desk.visitor().send('getOpenApi')
  expect(reply.status).toBe(200)
  expect(reply.headers['content-type']).toMatch(/^application\/json/)
  const document = readJson(reply) as {
    info: { version: string }
    servers: { url: string }[]
    paths: Record<string, Record<string, { operationId: string }>>
  }
  expect(document.servers).toEqual([{ url: 'https://desk.example.com' }])
  const packageFile = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  expect(document.info.version).toBe(packageFile.version)
  const printed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
    ),
  )
  const rows = rowsOfTheTable.map(
    ([name, { method, path }]) =>
      `${name} ${method} ${path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{path}')}`,
  )
  expect(printed.toSorted()).toEqual(rows.toSorted())
})

it('lists every endpoint on the API page, which loads nothing from other origins', async () => {
  security('2.1.1', '8.1.1')
  const reply = await desk.visitor().send('getApiDocs')
  expect(reply.status).toBe(200)
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
  for (const [name] of rowsOfTheTable) expect(reply.text, name).toContain(name)
  const nonce = /'nonce-([^']+)'/.exec(String(reply.headers['content-security-policy']))?.[1]
  expect(nonce).toBeTruthy()
  const inline = reply.text.match(/<(style|script)[^>]*>/g) ?? []
  for (const tag of inline) expect(tag).toContain(`nonce="${nonce}"`)
  const again = await desk.visitor().send('getApiDocs')
  expect(again.headers['content-security-policy']).not.toBe(
    reply.headers['content-security-policy'],
  )
})
