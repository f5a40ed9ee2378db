/** Builds `landing.html`, which is static HTML with inline styles. Its only script sets the theme. */
import tailwindcss from '@tailwindcss/vite'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { build } from 'vite'
import { Landing } from './Landing.tsx'

/** Reads the app's completed build from a folder, and writes the page to the same folder. */
export async function prerender(distWeb: string): Promise<void> {
  const body = renderToStaticMarkup(
    createElement(Landing, { company: placeholders, year: '%YEAR%', open: true }),
  )
  const application = readFileSync(join(distWeb, 'index.html'), 'utf8')
  const css = await stylesFor(body)
  for (const [, file = ''] of css.matchAll(/url\((\/assets\/[^)]+)\)/g)) {
    if (!existsSync(join(distWeb, file))) throw new Error(`The app's build has no ${file}`)
  }
  writeFileSync(join(distWeb, 'landing.html'), document({ application, css, body }))
}

// The server replaces these placeholders with the escaped company details.
const placeholders = {
  name: '%COMPANY_NAME%',
  email: '%COMPANY_EMAIL%',
  phone: '%COMPANY_PHONE%',
  address: '%COMPANY_ADDRESS%',
  website: '%COMPANY_WEBSITE%',
  networkUrl: '%COMPANY_NETWORK_URL%',
  logoUrl: '%COMPANY_LOGO%',
  approvalTime: '%COMPANY_APPROVAL_TIME%',
}

function document({ application, css, body }: { application: string; css: string; body: string }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%COMPANY_NAME% · Commercial real estate lending, shared</title>
<meta name="description" content="%COMPANY_NAME% shares commercial real estate loans among lenders: browse loans, commit a share, follow your commitments.">
<meta name="theme-color" content="#fbfaf7">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${take(application, /<link\s[^>]*as="font"[^>]*>/)}
${take(application, /<script nonce="%CSP_NONCE%">[\s\S]*?<\/script>/)}
<style nonce="%CSP_NONCE%">${css}</style>
</head>
<body>${body}</body>
</html>
`
}

function take(application: string, part: RegExp) {
  const found = part.exec(application)?.[0]
  if (!found) throw new Error(`The app's index.html has nothing like ${part}`)
  return found
}

/** Returns the app's styles without the utility classes that don't occur in the HTML. */
async function stylesFor(html: string): Promise<string> {
  const names = new Set(
    [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, list = '']) =>
      list.replaceAll('&amp;', '&').split(' '),
    ),
  )
  const source = readFileSync(resolve('web/styles.css'), 'utf8').replace(/^@source .*$/gm, '')
  const entry = resolve('web/landing.css')
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [
      {
        name: 'landing-styles',
        enforce: 'pre',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry ? `${source}\n@source inline('${[...names].join(' ')}');` : null,
      },
      tailwindcss(),
    ],
    build: { write: false, rolldownOptions: { input: entry } },
  })
  const files = 'output' in result ? result.output : []
  const css = files.find(({ fileName }) => fileName.endsWith('.css'))
  if (css?.type !== 'asset') throw new Error('Vite made no styles of the landing page')
  return String(css.source)
}
