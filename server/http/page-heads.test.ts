/** What the script in a page's head asks for, and which picture it has the browser fetch. */
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

/** What a page's script asks for, and the pictures that it has the browser fetch. */
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

it('has the browser fetch the first picture where it is the largest part of the screen', async () => {
  const list = '/api/loans?limit=24'
  const of = async (url: string, loans: unknown) =>
    (await runScript(url, { [list]: loans })).pictures
  const [link, ...others] = await of('/dashboard', [
    { imageUrl: null, coverUrl: '/cover?photo=1' },
    { imageUrl: null, coverUrl: '/cover?photo=2' },
  ])
  expect(others).toEqual([])
  expect(link).toMatchObject({ rel: 'preload', as: 'image' })
  expect(link?.['imageSrcset']).toContain('/cover?photo=1&w=480 480w, /cover?photo=1&w=960 960w')
  for (const loans of [[], [{ imageUrl: '/a.png', coverUrl: '/b' }], [{ coverUrl: null }]])
    expect(await of('/dashboard', loans)).toEqual([])
  expect(await of('/loans', [{ coverUrl: '/cover?photo=1' }])).toEqual([])
})

it("asks for a loan's photos, and has the cover fetched, only for whoever is approved", async () => {
  const photos = `/api/photos/loan/${id}`
  const answers = (account: unknown) => ({
    '/api/auth/user': account,
    [photos]: [
      { isCover: 'false', fileUrl: '/objects/a' },
      { isCover: 'true', fileUrl: '/objects/b' },
    ],
  })
  for (const account of [{ isApproved: 'false', isAdmin: 'false' }, { message: 'Unauthorized' }]) {
    const { asked, pictures } = await runScript(`/loans/${id}`, answers(account))
    expect({ asked, pictures }).toEqual({
      asked: ['/api/auth/user', `/api/loans/${id}`],
      pictures: [],
    })
  }
  const { asked, pictures } = await runScript(
    `/loans/${id}`,
    answers({ isApproved: 'true', isAdmin: 'false' }),
  )
  expect(asked).toContain(photos)
  expect(pictures.map((link) => link['imageSrcset'])).toEqual([
    expect.stringContaining('/objects/b?w=480 480w'),
  ])
})
