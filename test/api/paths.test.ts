/** The server parses a path only once, so the access check and the handler always see the same path. */
import { writeFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person, Stored } from '#test/support/builders.ts'
import { isRefusal, type Caller } from '#test/support/caller.ts'
import { requestText, say } from '#test/support/conversation.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'
import { askForUpload, fileUrlOf } from '#test/support/uploading.ts'

let desk: Desk
let admin: Person
let lender: Person
let pending: Person
let loanId: string
let document: Stored
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off', PUBLIC_LOANS: 'off' })
  admin = await desk.makeAdmin()
  lender = await desk.makeLender()
  pending = await desk.makePending()
  loanId = (await desk.makeLoan({ title: 'Secret Pier' })).id
  document = await desk.makeDocument({ id: loanId }, { bytes: Buffer.from('%PDF-1.4 a secret') })
})
afterAll(() => desk.close())

/** Sends the path exactly as written, because a client library would normalize it. */
const get = (who: Caller, target: string, method = 'GET') =>
  say(desk.address, requestText(`${method} ${target}`, who.cookie ? { Cookie: who.cookie } : {}))

function spellings(address: string): string[] {
  const [, first = '', ...rest] = address.split('/')
  const after = rest.join('/')
  const last = rest.at(-1) ?? ''
  const before = address.slice(0, -last.length)
  const escaped = (text: string) =>
    text.replaceAll(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  return [
    address,
    `/${escaped(first)}/${after}`,
    before + escaped(last),
    before + escaped(last).replaceAll('%', '%25'),
    `/${first.toUpperCase()}/${after}`,
    `/${first}/${after.toUpperCase()}`,
    `/${address}`,
    `//desk${address}`,
    `/${first}//${after}`,
    `/${first}/./${after}`,
    `/${first}/x/../${after}`,
    `/${first}/x/%2e%2e/${after}`,
    `/${first}/x/%2E%2E%2f${after}`,
    `/${first}/x/%252e%252e/${after}`,
    `/healthz/..${address}`,
    `/healthz/%2e%2e${address}`,
    `/healthz%2f..${address}`,
    `/healthz;${address}`,
    `/;${address}`,
    `/.${address}`,
    `/%2e${address}`,
    `${address}/`,
    `${address}//`,
    `${address}/.`,
    `${address}%2f`,
    `${address}%00`,
    `${address}%00.png`,
    `${address}%0a`,
    `${address};v=1`,
    `${address}%3bv=1`,
    `${address}%3fx`,
    `${address}?`,
    `${address}?x=/healthz`,
    `${address}#/healthz`,
    `${address}%20`,
    `${address}.json`,
    address.replaceAll('/', '\\'),
    `/${first}\\${after}`,
    `/${first}%5c${after}`,
    `/${first}%2f${after}`,
    `/${first}%252f${after}`,
    before + last.replace(/^./, '%c1%a1'),
    before + last.replace(/^./, '%e0%81%a1'),
    before + last.replace(/-/, '%u002d'),
    `http://desk${address}`,
    `http://elsewhere.example${address}`,
    `https://desk/${address}`,
  ]
}

async function expectNoWayRound(
  address: string,
  allowed: Caller,
  refused: Caller[],
  secret: string,
) {
  const open = await get(allowed, address)
  expect(open.body).toContain(secret)
  let ways = 0
  for (const spelling of spellings(address)) {
    const answer = await get(allowed, spelling)
    expect([200, 400, 404, 405], `${spelling}: ${answer.head}`).toContain(answer.status)
    if (answer.status === 200) ways += 1
    for (const who of refused)
      for (const method of ['GET', 'HEAD']) {
        const kept = await get(who, spelling, method)
        // The expected status is 503, because the app's pages aren't built in this test.
        expect([400, 401, 403, 404, 405, 503], `${spelling}: ${kept.head}`).toContain(kept.status)
        expect(kept.body).not.toContain(secret)
        if (answer.status === 200) expect([401, 403], spelling).toContain(kept.status)
      }
  }
  // The test is meaningful only if some of the paths are accepted.
  expect(ways).toBeGreaterThan(3)
}

describe('access checks for paths written in different ways', () => {
  it('protects a document however its path is written', async () => {
    security('1.1.1')
    await expectNoWayRound(
      `/objects/${document.fileUrl}`,
      lender,
      [pending, desk.visitor()],
      'a secret',
    )
  })

  it('protects a loan hidden from visitors however its path is written', async () => {
    await expectNoWayRound(`/api/loans/${loanId}`, pending, [desk.visitor()], 'Secret Pier')
  })

  it('protects user accounts however their path is written', async () => {
    security('1.1.1')
    await expectNoWayRound(
      '/api/admin/users',
      admin,
      [lender, pending, desk.visitor()],
      lender.email,
    )
  })
})

describe('a file outside the file store', () => {
  it("doesn't serve a file outside the file store however the path is written", async () => {
    security('5.3.1')
    await writeFile(path.join(desk.config.dataDir, 'secret'), 'a secret of the program')
    const objects = path.join(desk.config.dataDir, 'objects')
    await mkdir(path.join(objects, '.under-way'), { recursive: true })
    await writeFile(path.join(objects, '.under-way/half'), 'a secret of an upload')
    await writeFile(path.join(objects, 'documents/nobodys'), 'a secret of nobody')
    const ups = ['..', '%2e%2e', '.%2e', '%2e%2e%2f%2e%2e', '%252e%252e', '..%5c..', '..;', '....']
    const targets = [
      '/objects/documents/nobodys',
      '/objects/.under-way/half',
      '/objects/%2eunder-way/half',
      '/objects//etc/passwd',
      '/objects/%2fetc%2fpasswd',
      '/objects/file:///etc/passwd',
      '/assets/../../../etc/passwd',
      ...ups.flatMap((up) => [
        `/objects/${up}/secret`,
        `/objects/documents/${up}/${up}/secret`,
        `/objects/documents/${up}/.under-way/half`,
        `/objects/${document.fileUrl}/${up}/nobodys`,
        `/${up}/secret`,
        `/assets/${up}/${up}/package.json`,
      ]),
    ]
    for (const target of targets) {
      const answer = await get(admin, target)
      expect([400, 404], `${target}: ${answer.head}`).toContain(answer.status)
      expect(isRefusal(JSON.parse(answer.body.slice(answer.body.indexOf('{'))))).toBe(true)
      expect(answer.body).not.toContain('a secret')
    }
  })
})

describe('an upload URL', () => {
  it('accepts an upload only at the path of its upload URL, however the path is written', async () => {
    security('5.3.2')
    const upload = await askForUpload(admin, 'document')
    const { pathname, search } = new URL(upload.uploadURL)
    const fileUrl = fileUrlOf(upload)
    const put = (target: string) =>
      say(desk.address, requestText(`PUT ${target}`, { 'Content-Length': '4' }, 'past'))
    const elsewhere = [
      pathname.replace('documents/', 'documents/../photos/'),
      pathname.replace('documents/', 'photos/'),
      pathname.replace('documents/', '%2e%2e/documents/'),
      pathname.replace('documents/', 'documents%2f..%2fphotos/'),
      pathname.replace('documents/', 'documents%252f'),
      pathname.replace('documents/', 'DOCUMENTS/'),
      pathname.replace('documents/', 'documents//'),
      pathname.replace('documents/', 'documents\\'),
      pathname.replace('.private/', '.private//'),
      pathname.replace('.private/', '.private/../.private/x/'),
      pathname.replace('.private/', '%2eprivate/../'),
      `${pathname}/x`,
      `${pathname}/`,
      `${pathname}%00`,
      `${pathname}%00.pdf`,
      `${pathname};x`,
      `${pathname}/../other`,
      pathname.toUpperCase(),
    ]
    for (const target of elsewhere) {
      const { status, head } = await put(target + search)
      expect([400, 403, 404, 405], `${target}: ${head}`).toContain(status)
    }
    expect(await desk.store.sizeOf(fileUrl)).toBeNull()
    const escaped = pathname.replace('documents/', '%64ocuments%2f')
    expect((await put(escaped + search)).status).toBe(204)
    expect(await desk.store.sizeOf(fileUrl)).toBe(4)
    expect((await put(pathname + search)).status).toBe(409)
  })
})

it('ignores headers that override the method or the path', async () => {
  for (const header of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
    const headers = { Cookie: pending.cookie ?? '', [header]: 'DELETE' }
    const { status } = await say(desk.address, requestText(`GET /api/loans/${loanId}`, headers))
    expect(status).toBe(200)
  }
  for (const header of ['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Prefix']) {
    const headers = { [header]: '/api/admin/users' }
    const { body } = await say(desk.address, requestText('GET /healthz', headers))
    expect(body).not.toContain(lender.email)
  }
  await lender.call('getLoan', { params: { id: loanId } })
})

it('logs no error however a path is written', () => {
  expect(desk.errors).toEqual([])
})
