/**
 * The page that turns off one type of email, opened from a link in the email. It requires no sign-in and no scripts.
 */
import { endpoints } from '#contract/endpoints.ts'
import { pages } from '#contract/pages.ts'
import { mailKindNouns } from '#domain/notifications/mail-kinds.ts'
import { ApiError, notFound, unavailable } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { pageNonce } from '#server/http/security-headers.ts'
import { readSwitch, type MailSwitch, type SwitchedKind } from '#server/mail/switch-links.ts'
import { acceptsHtml, escapeHtml } from '#server/pages/html.ts'
import { pageColors } from '#server/pages/page-style.ts'
import { findLinkKey } from '#server/secrets/link-key.ts'
import type { FastifyReply } from 'fastify'
import { turnOff } from './choices.ts'

type Visitor = Context<'anyone'>

/**
 * Shows which emails the link turns off. Opening the page changes nothing, because mail programs and scanners open
 * links automatically.
 */
export const showSwitch = (context: Visitor, signed: string): Promise<FastifyReply> =>
  answer(context, signed, async ({ kind }) => {
    const action = `${endpoints.turnOffMails.path}?${new URLSearchParams({ key: signed })}`
    return {
      title: `Turn off emails about ${nounOf(kind)}?`,
      text: 'You still find these notifications under the bell. Other emails stay as they are.',
      form: `<form method="post" action="${escapeHtml(action)}"><button>Turn Off</button></form>`,
    }
  })

/**
 * Turns off the email type that the link names. The body isn't read, because the link contains all the necessary data.
 */
export function pressSwitch(context: Visitor, signed: string): Promise<FastifyReply> {
  context.request.raw.resume()
  return answer(context, signed, async (found) => {
    await turnOff(context, found)
    return {
      title: 'Turned off',
      text: `We no longer email you about ${nounOf(found.kind)}. You can turn it on again on your profile.`,
    }
  })
}

/** Sends errors to browsers as a page and to programs as JSON. */
async function answer(
  context: Visitor,
  signed: string,
  act: (found: MailSwitch) => Promise<Page>,
): Promise<FastifyReply> {
  try {
    return sendPage(context, await act(await readSigned(context, signed)))
  } catch (error) {
    if (!(error instanceof ApiError) || !acceptsHtml(context.request)) throw error
    const { status, message, extra } = error
    context.reply.code(status)
    if (extra.retryAfterSeconds)
      context.reply.header('retry-after', String(extra.retryAfterSeconds))
    return sendPage(context, {
      title: "This link doesn't work",
      text:
        status === 404
          ? 'Nothing was changed. The link may be incomplete: open it again from the email, or sign in and choose on your profile what we email you.'
          : message,
    })
  }
}

async function readSigned({ db, config }: Visitor, signed: string): Promise<MailSwitch> {
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
<style nonce="${nonce}">${reply.server.fontFace}${style}</style>
</head>
<body>
<main>
<p class="company">${escapeHtml(config.company.name)}</p>
<h1>${escapeHtml(page.title)}</h1>
<p>${escapeHtml(page.text)}</p>
${page.form ?? ''}
<p><a href="${pages.profile}">Choose what we email you</a></p>
</main>
</body>
</html>
`)
}

const style = `${pageColors}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 16px; background: var(--ground); color: var(--ink);
  font: 16px/1.5 var(--font); overflow-wrap: anywhere;
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
