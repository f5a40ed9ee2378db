import { resolve } from 'node:path'
import type { Page } from '#contract/pages.ts'
import type { Plugin } from 'vite'

const shell = 'web/shell/AppShell.tsx'
const publicFrame = 'web/shell/PublicFrame.tsx'

/** The modules that a page needs before it shows, as `web/routes.tsx` and `web/app-pages.tsx` import them. */
const modules: Record<Page, string[]> = {
  home: [shell, 'web/loans/pages/DashboardPage.tsx'],
  dashboard: [shell, 'web/loans/pages/DashboardPage.tsx'],
  loans: [shell, 'web/loans/pages/BrowseLoansPage.tsx'],
  compare: [shell, 'web/loans/pages/CompareLoansPage.tsx'],
  loan: [shell, 'web/loans/pages/LoanDetailPage.tsx'],
  book: [shell, 'web/book/pages/BookPage.tsx'],
  commitments: [shell, 'web/book/pages/MyCommitmentsPage.tsx'],
  receipt: [shell, 'web/book/pages/ReceiptPage.tsx'],
  profile: [shell, 'web/accounts/pages/ProfilePage.tsx'],
  notifications: [shell, 'web/notifications/pages/NotificationsPage.tsx'],
  help: [shell, 'web/help/HelpPage.tsx'],
  admin: [shell, 'web/admin-panel/AdminPage.tsx'],
  adminMail: [shell, 'web/notifications/pages/MailOutboxPage.tsx'],
  adminAudit: [shell, 'web/audit/pages/AuditTrailPage.tsx'],
  adminSettings: [shell, 'web/settings/pages/SettingsPage.tsx'],
  adminImport: [shell, 'web/imports/pages/ImportPage.tsx'],
  adminLender: [shell, 'web/desk/pages/LenderPage.tsx'],
  adminExposure: [shell, 'web/desk/pages/ExposurePage.tsx'],
  login: ['web/accounts/pages/LoginPage.tsx'],
  register: ['web/accounts/pages/RegisterPage.tsx'],
  forgotPassword: ['web/accounts/pages/ForgotPasswordPage.tsx'],
  resetPassword: ['web/accounts/pages/ResetPasswordPage.tsx'],
  terms: [publicFrame, 'web/legal/LegalPages.tsx'],
  privacy: [publicFrame, 'web/legal/LegalPages.tsx'],
  verify: [publicFrame, 'web/book/pages/VerifyPage.tsx'],
}

interface Chunk {
  fileName: string
  isEntry: boolean
  imports: string[]
  moduleIds: string[]
}

/**
 * Writes `.vite/page-scripts.json`: the files that each page needs besides those that `index.html` names.
 * The server names them in the page's HTML, so that a browser fetches all of them at once.
 */
export function pageScripts(): Plugin {
  return {
    name: 'page-scripts',
    apply: 'build',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const inHtml = withImports(
        chunks,
        chunks.filter(({ isEntry }) => isEntry),
      )
      const scriptsOf = (names: string[]) => {
        const needed = withImports(
          chunks,
          names.map((name) => chunkOf(chunks, name)),
        )
        return [...needed].filter((file) => !inHtml.has(file)).map((file) => `/${file}`)
      }
      const scripts = Object.entries(modules).map(([page, names]) => [page, scriptsOf(names)])
      this.emitFile({
        type: 'asset',
        fileName: '.vite/page-scripts.json',
        source: JSON.stringify(Object.fromEntries(scripts)),
      })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => largestScriptsFirst(html, bundle),
    },
  }
}

/**
 * Puts the styles and then the largest script first: over HTTP/1.1 a browser has six connections, and what
 * every page waits for must not wait for a connection itself.
 */
function largestScriptsFirst(html: string, bundle: Record<string, object>): string {
  const styles = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? []
  const scripts = html.match(/ *<link rel="modulepreload"[^>]*>\n/g) ?? []
  const sizeOf = (link: string) => {
    const file = bundle[/href="\/([^"]*)"/.exec(link)?.[1] ?? '']
    return file && 'code' in file ? String(file.code).length : 0
  }
  const sorted = [...styles, ...scripts.toSorted((a, b) => sizeOf(b) - sizeOf(a))]
  const rest = sorted.reduce((text, link) => text.replace(link, ''), html)
  return rest.replace(/ *<script type="module"/, (script) => sorted.join('') + script)
}

function chunkOf(chunks: Chunk[], name: string): Chunk {
  const found = chunks.find(({ moduleIds }) => moduleIds.includes(resolve(name)))
  if (!found) throw new Error(`web/build/page-scripts.ts names what the build lacks: ${name}`)
  return found
}

/** The files of chunks and of all that they import statically. */
function withImports(chunks: Chunk[], some: Chunk[]): Set<string> {
  const files = new Set<string>()
  const visit = ({ fileName, imports }: Chunk) => {
    if (files.has(fileName)) return
    files.add(fileName)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) visit(chunk)
  }
  some.forEach(visit)
  return files
}
