/** The script in a page's head: its first calls, and the picture that it makes the browser fetch. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { pages } from '#contract/pages.ts'
import { afterAll, expect, it } from 'vitest'
import { readPageHeads } from './page-heads.ts'

const id = '6f1d3c1e-0000-4000-8000-000000000001'
const folder = mkdtempSync(path.join(tmpdir(), 'desk-heads-'))
mkdirSync(path.join(folder, '.vite'))
writeFileSync(
  path.join(folder, '.vite/page-scripts.json'),
  JSON.stringify(Object.fromEntries(Object.keys(pages).map((page) => [page, []]))),
)
const headOf = readPageHeads(folder)
afterAll(() => rmSync(folder, { recursive: true }))

/** The calls of a page's script, and the pictures that it makes the browser fetch. */
async function runScript(url: string, answers: Record<string, unknown>) {
  const script =
    />(.*)<\/script>$/.exec(headOf({ url, hasSession: true, nonce: 'n' }).script)?.[1] ?? ''
  const pictures: Record<string, string>[] = []
  const asked: string[] = []
  const document = {
    createElement: () => ({}),
    head: { append: (link: Record<string, string>) => pictures.push(link) },
  }
  const fetch = async (address: string) => {
    asked.push(address)
    return Response.json(answers[address] ?? {})
  }
  runInNewContext(script, { document, fetch })
  await new Promise((resolve) => setTimeout(resolve, 20))
  return { asked, pictures }
}

it('has the browser fetch the first picture where it is in sight at once', async () => {
  const list = '/api/loans?limit=24'
  const of = async (url: string, loans: unknown) =>
    (await runScript(url, { [list]: loans })).pictures
  const [link, ...others] = await of('/dashboard', [
    { imageUrl: null, coverUrl: '/cover?photo=1' },
    { imageUrl: null, coverUrl: '/cover?photo=2' },
  ])
  expect(others).toEqual([])
  expect(link).toMatchObject({ rel: 'preload', as: 'image' })
  expect(link?.['imageSrcset']).toContain('/cover?photo=1&w=480 480w, /cover?photo=1&w=720 720w')
  for (const loans of [[], [{ imageUrl: '/a.png', coverUrl: '/b' }], [{ coverUrl: null }]])
    expect(await of('/dashboard', loans)).toEqual([])
  expect(await of('/loans', [{ coverUrl: '/cover?photo=1' }])).toEqual([])
})

it("has the browser fetch a loan's cover, which the loan's own answer names", async () => {
  const of = async (loan: unknown) => runScript(`/loans/${id}`, { [`/api/loans/${id}`]: loan })
  const { asked, pictures } = await of({ imageUrl: null, coverUrl: '/cover?photo=1' })
  expect(asked).toEqual(['/api/auth/user', `/api/loans/${id}`])
  expect(pictures.map((link) => link['imageSrcset'])).toEqual([
    expect.stringContaining('/cover?photo=1&w=480 480w'),
  ])
  for (const loan of [
    { imageUrl: '/a.png', coverUrl: '/b' },
    { coverUrl: null },
    { message: 'No' },
  ])
    expect((await of(loan)).pictures).toEqual([])
})

it("asks for administrators' answers once the answer says that one is signed in", async () => {
  const askedAs = async (user: object) =>
    (await runScript('/admin/settings', { '/api/auth/user': user })).asked
  const own = ['/api/admin/setup', '/api/admin/company']
  expect(await askedAs({ isAdmin: 'true' })).toEqual(['/api/auth/user', ...own])
  expect(await askedAs({ isAdmin: 'false', isApproved: 'true' })).toEqual(['/api/auth/user'])
  // Who has yet to set up two-factor sign-in is refused them.
  const unready = { isAdmin: 'true', mustSetUpTwoFactor: 'true' }
  expect(await askedAs(unready)).toEqual(['/api/auth/user'])
  expect(await askedAs({ message: 'Please sign in' })).toEqual(['/api/auth/user'])
})
