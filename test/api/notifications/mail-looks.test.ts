/**
 * Checks every email in a real browser, at phone and desktop sizes and in both color schemes, and as text. The emails
 * come from a mail server, so this isn't a browser test of the app.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { findQuickBrowser, launchArguments } from '#scripts/support/find-browser.ts'
import axe from 'axe-core'
import { batchedTypes } from '#domain/notifications/mail-kinds.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { sendEveryMail } from '#test/support/every-mail.ts'
import {
  readMail,
  startMailServer,
  type MailServer,
  type ReadMail,
} from '#test/support/mail-server.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** If this variable names a folder, the test saves screenshots and texts there. */
const pictures = process.env['MAIL_PICTURES']

let server: MailServer
let desk: Desk
let browser: Browser
let mails: (ReadMail & { name: string })[]

beforeAll(async () => {
  server = await startMailServer()
  desk = await openDesk({ SMTP_URL: server.url, PUBLIC_URL: 'https://desk.example.com' })
  const { executablePath } = await findQuickBrowser()
  browser = await chromium.launch({ executablePath, args: launchArguments })
  await sendEveryMail(desk)
  mails = server.taken
    .map(readMail)
    .map((mail, index) => ({ ...mail, name: `${index} ${mail.subject}`.slice(0, 60) }))
}, 150_000)
afterAll(async () => {
  await browser.close()
  await desk.close()
  await server.close()
})

it('emails every type of notification', async () => {
  const rows = await desk.rows<{ kind: string }>(
    'select distinct kind from mails where sent_at is not null',
  )
  const kinds = rows.map(({ kind }) => kind)
  for (const type of [...batchedTypes, 'dailyDigest', 'passwordReset', 'invitation'])
    expect(kinds).toContain(type)
  expect(mails.length).toBeGreaterThan(batchedTypes.length + 5)
})

it('sends each email with a short subject, the same links in HTML and text, and no images', () => {
  for (const { name, text, html, subject } of mails) {
    const inHtml = Array.from(html.matchAll(/href="([^"]+)"/g), ([, url = '']) =>
      url.replaceAll('&amp;', '&'),
    )
    const inText = text.match(/https:\/\/\S+/g) ?? []
    // The footer contains the site's address, which isn't a link in the HTML version.
    expect(new Set([...inHtml, 'https://desk.example.com']), name).toEqual(
      new Set([...inText, 'https://desk.example.com']),
    )
    for (const url of inHtml) expect(url).toMatch(/^https:\/\/desk\.example\.com\//)
    expect(subject.length, name).toBeLessThanOrEqual(150)
    expect(html, name).not.toMatch(/<(img|script|link|iframe|form)\b|url\(/i)
    expect(Buffer.byteLength(html), name).toBeLessThan(100_000)
    expect(text.startsWith('Hello'), name).toBe(true)
  }
})

// Colors don't depend on the width, so contrast is checked only at the narrower width.
it.each(['light', 'dark'] as const)(
  'renders each email in the %s color scheme without overflow and with enough contrast',
  async (colorScheme) => {
    const page = await browser.newPage({ colorScheme })
    if (pictures) mkdirSync(pictures, { recursive: true })
    for (const { name, html, subject, text } of mails) {
      const file = path.join(pictures ?? '', name.replaceAll(/[^\w]+/g, '-'))
      await page.setContent(html)
      for (const width of [640, 320]) {
        await page.setViewportSize({ width, height: 800 })
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth),
          `${name}, ${width} px`,
        ).toBeLessThanOrEqual(width)
        if (pictures)
          await page.screenshot({ path: `${file}-${width}-${colorScheme}.png`, fullPage: true })
      }
      expect(await page.title()).toBe(subject)
      expect(await page.locator('h1').count(), name).toBe(1)
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      expect(background, name).toBe(
        colorScheme === 'dark' ? 'rgb(9, 17, 20)' : 'rgb(250, 250, 247)',
      )
      await page.evaluate(axe.source)
      const { violations } = await page.evaluate(() =>
        // The cast is safe, because the script above has loaded axe.
        (window as unknown as { axe: typeof axe }).axe.run({ runOnly: ['wcag2a', 'wcag2aa'] }),
      )
      expect(
        violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
        name,
      ).toEqual([])
      if (pictures) writeFileSync(`${file}.txt`, `${subject}\n\n${text}`)
    }
    await page.close()
  },
  120_000,
)
