/**
 * The page for turning off one kind of email, opened from an emailed link. It works without signing in and without
 * scripts.
 */
import { endpoints } from '#contract/endpoints.ts'
import { pages } from '#contract/pages.ts'
import { mailKindNouns } from '#domain/notifications/mail-kinds.ts'
import { notFound, unavailable } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { pageNonce } from '#server/http/security-headers.ts'
import { readSwitch, type SwitchedKind } from '#server/mail/switch-links.ts'
import { escapeHtml } from '#server/pages/html.ts'
import { findLinkKey } from '#server/secrets/link-key.ts'
import type { FastifyReply } from 'fastify'
import { turnOff } from './choices.ts'

type Visitor = Context<'anyone'>

/**
 * Shows which emails the link turns off. Opening the page changes nothing, because mail programs and scanners open
 * links automatically.
 */
export async function showSwitch(context: Visitor, signed: string): Promise<FastifyReply> {
  const found = await readSigned(context, signed)
  const action = `${endpoints.turnOffMails.path}?${new URLSearchParams({ key: signed })}`
  return sendPage(context, {
    title: `Turn off emails about ${nounOf(found.kind)}?`,
    text: 'You still find these notifications under the bell. Other emails stay as they are.',
    form: `<form method="post" action="${escapeHtml(action)}"><button>Turn Off</button></form>`,
  })
}

/** Turns off the kind of email. The body isn't read, because the link contains everything needed. */
export async function pressSwitch(context: Visitor, signed: string): Promise<FastifyReply> {
  context.request.raw.resume()
  const found = await readSigned(context, signed)
  await turnOff(context, found)
  return sendPage(context, {
    title: 'Turned off',
    text: `We no longer email you about ${nounOf(found.kind)}. You can turn it on again on your profile.`,
  })
}

async function readSigned({ db, config }: Visitor, signed: string) {
  const key = await findLinkKey(db, config.secretsKey)
  if (key === null)
    throw unavailable("This link can't be read right now. Try again later.", 'no_key', 60)
  const found = key === undefined ? null : readSwitch(key, signed)
  if (!found) throw notFound('This link')
  return found
}

const nounOf = (kind: SwitchedKind) =>
  kind === 'daily' ? 'everything in your daily digest' : mailKindNouns[kind]

interface Page {
  title: string
  text: string
  form?: string
}

function sendPage({ reply, config }: Visitor, page: Page): FastifyReply {
  const nonce = pageNonce(reply)
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(page.title)} · ${escapeHtml(config.company.name)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<p class="company">${escapeHtml(config.company.name)}</p>
<h1>${escapeHtml(page.title)}</h1>
<p>${escapeHtml(page.text)}</p>
${page.form ?? ''}
<p><a href="${pages.profile}">Choose on your profile what we email you</a></p>
</main>
</body>
</html>
`)
}

const style = `
:root {
  color-scheme: light dark;
  --ground: oklch(0.984 0.004 95); --card: oklch(1 0 0); --ink: oklch(0.22 0.02 215);
  --quiet: oklch(0.46 0.02 215); --line: oklch(0.905 0.008 190);
  --link: oklch(0.38 0.065 195); --on-link: oklch(0.985 0.005 95);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: oklch(0.172 0.014 215); --card: oklch(0.212 0.016 215); --ink: oklch(0.95 0.006 190);
    --quiet: oklch(0.74 0.018 205); --line: oklch(0.31 0.018 215);
    --link: oklch(0.8 0.09 188); --on-link: oklch(0.19 0.03 205);
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 16px; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
main {
  max-width: 34rem; margin: 8vh auto 0; padding: 24px; background: var(--card);
  border: 1px solid var(--line); border-radius: 12px;
}
.company { margin: 0 0 16px; color: var(--quiet); }
h1 { font-size: 22px; line-height: 1.25; margin: 0 0 8px; }
p { margin: 0 0 16px; }
p:last-child { margin: 0; }
a { color: var(--link); }
button {
  font: inherit; font-weight: 600; margin: 0 0 20px; padding: 10px 18px; border: 0; border-radius: 8px;
  background: var(--link); color: var(--on-link); cursor: pointer;
}
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
`
