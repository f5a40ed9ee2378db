/**
 * `npm run bytes`: what a browser must have fetched before each screen shows, in KiB of gzip and in files, against
 * its budget: the entry, the page's module, the frame around it, and all that these import statically.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readArguments } from './support/arguments.mjs'

// The group of chunks that holds the frame, as web/build/chunks.ts calls it.
const shell = 'app'
const screens = [
  { route: '/login', budgetKiB: 95, modules: ['web/accounts/pages/LoginPage.tsx'] },
  { route: '/register', budgetKiB: 95, modules: ['web/accounts/pages/RegisterPage.tsx'] },
  { route: '/dashboard', budgetKiB: 125, modules: [shell, 'web/loans/pages/DashboardPage.tsx'] },
  {
    route: '/commitments',
    budgetKiB: 125,
    modules: [shell, 'web/book/pages/MyCommitmentsPage.tsx'],
  },
  { route: '/loans', budgetKiB: 125, modules: [shell, 'web/loans/pages/BrowseLoansPage.tsx'] },
  {
    route: '/loans/compare',
    budgetKiB: 125,
    modules: [shell, 'web/loans/pages/CompareLoansPage.tsx'],
  },
  { route: '/loans/:id', budgetKiB: 125, modules: [shell, 'web/loans/pages/LoanDetailPage.tsx'] },
  { route: '/receipts/:id', budgetKiB: 125, modules: [shell, 'web/book/pages/ReceiptPage.tsx'] },
  {
    route: '/verify',
    budgetKiB: 125,
    modules: ['web/shell/PublicFrame.tsx', 'web/book/pages/VerifyPage.tsx'],
  },
  { route: '/profile', budgetKiB: 130, modules: [shell, 'web/accounts/pages/ProfilePage.tsx'] },
  {
    route: '/notifications',
    budgetKiB: 130,
    modules: [shell, 'web/notifications/pages/NotificationsPage.tsx'],
  },
  { route: '/help', budgetKiB: 130, modules: [shell, 'web/help/HelpPage.tsx'] },
  { route: '/admin', budgetKiB: 130, modules: [shell, 'web/admin-panel/AdminPage.tsx'] },
  { route: '/loans/:id/book', budgetKiB: 135, modules: [shell, 'web/book/pages/BookPage.tsx'] },
  {
    route: '/admin/mail',
    budgetKiB: 130,
    modules: [shell, 'web/notifications/pages/MailOutboxPage.tsx'],
  },
  { route: '/admin/audit', budgetKiB: 130, modules: [shell, 'web/audit/pages/AuditTrailPage.tsx'] },
  {
    route: '/admin/settings',
    budgetKiB: 130,
    modules: [shell, 'web/settings/pages/SettingsPage.tsx'],
  },
  { route: '/admin/import', budgetKiB: 130, modules: [shell, 'web/imports/pages/ImportPage.tsx'] },
  { route: '/admin/exposure', budgetKiB: 130, modules: [shell, 'web/desk/pages/ExposurePage.tsx'] },
  {
    route: '/admin/lenders/:id',
    budgetKiB: 130,
    modules: [shell, 'web/desk/pages/LenderPage.tsx'],
  },
]
const cssBudgetKiB = 14
/** A few more are loaded for what is seen first; `npm run bench:web` counts at most 15 with them. */
const mostFiles = 12
const landingBudgetKiB = 14

const usage = `npm run bytes [-- FOLDER]

  FOLDER   the built browser app (dist/web)`

const dist = readArguments(usage, { operands: 1, read: (_, [folder = 'dist/web']) => folder })
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
let passed = 0
let failed = 0

for (const { route, budgetKiB, modules } of screens) {
  const { scripts, styles } = closure(['index.html', ...modules])
  const js = sum(scripts)
  const css = sum(styles)
  report(
    js <= budgetKiB && css <= cssBudgetKiB && scripts.size <= mostFiles,
    `${route.padEnd(18)} js ${kiB(js)} of ${budgetKiB} KiB in ${scripts.size} of ${mostFiles} files, css ${kiB(css)} of ${cssBudgetKiB} KiB`,
  )
}

const landing = readFileSync(join(dist, 'landing.html'), 'utf8')
const landingSize = gzipKiB(landing)
const loadedScripts = landing.match(/<script[^>]*\ssrc=/g)?.length ?? 0
report(
  loadedScripts === 0 && landingSize <= landingBudgetKiB,
  `${'/'.padEnd(18)} js ${loadedScripts} files of 0, html with css ${kiB(landingSize)} of ${landingBudgetKiB} KiB`,
)

console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

function closure(names) {
  const seen = new Set()
  const scripts = new Set()
  const styles = new Set()
  const visit = (name) => {
    if (seen.has(name)) return
    seen.add(name)
    const chunk = manifest[name] ?? Object.values(manifest).find((one) => one.name === name)
    if (!chunk) throw new Error(`The build has no ${name}`)
    scripts.add(chunk.file)
    for (const file of chunk.css ?? []) styles.add(file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  names.forEach(visit)
  return { scripts, styles }
}

function sum(files) {
  let total = 0
  for (const file of files) total += gzipKiB(readFileSync(join(dist, file)))
  return total
}

function gzipKiB(content) {
  return gzipSync(content, { level: 9 }).length / 1024
}

function kiB(size) {
  return size.toFixed(1).padStart(5)
}

function report(isWithin, line) {
  if (isWithin) passed += 1
  else failed += 1
  console.log(`${isWithin ? 'ok  ' : 'OVER'} ${line}`)
}
