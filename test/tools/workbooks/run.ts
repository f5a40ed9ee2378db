/**
 * Opens the app's workbooks in LibreOffice (`npx tsx test/tools/workbooks/run.ts`). LibreOffice must show figures exact
 * to the cent, and each formula must yield the result stored with it.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseMoney, parsePercent, type Money, type Percent } from '#domain/money.ts'
import type { Book } from '#contract/book/shapes.ts'
import { bookAsXlsx } from '#server/book/book-tables.ts'
import { showWorkbooks } from './libre-office.ts'

const given = <Figure>(figure: Figure | null): Figure => {
  if (figure === null) throw new Error('This is no figure')
  return figure
}
const money = (text: string): Money => given(parseMoney(text))
const percent = (text: string): Percent => given(parsePercent(text))

const lenderName = '=HYPERLINK("http://evil") Müller 🏗'
const line: Book['entries'][number] = {
  id: '1',
  lenderId: '2',
  firmId: '3',
  lenderName,
  firmName: null,
  personName: lenderName,
  lenderEmail: 'ada@example.com',
  lenderCompanyName: '=1+1 Bank',
  isHold: 'false',
  isReachable: 'true',
  isAdmin: 'false',
  percentage: percent('33.33'),
  amount: money('3333000000000.01'),
  isSoftCommit: 'false',
  status: 'active',
  createdAt: '2026-01-31T09:30:00.000Z',
  endedAt: null,
  recordedBy: null,
  releasedBy: null,
  instruction: null,
  withdrawnBy: null,
  releaseReason: 'second\nline',
  // LibreOffice rounds larger numbers to this many digits, no matter which program wrote them.
  loanAmount: money('8999999999999.99'),
  interestRate: percent('7.10'),
  term: 24,
  hasReceipt: 'true',
  can: [],
}
const book = {
  loan: { title: 'Pier 4 & <Warehouse>', amount: line.loanAmount },
  entries: [line],
  holders: [
    {
      lenderId: '2',
      lenderName,
      lenderEmail: line.lenderEmail,
      lenderCompanyName: line.lenderCompanyName,
      bindingPercentage: line.percentage,
      bindingAmount: line.amount,
      softPercentage: percent('0'),
      softAmount: money('0'),
    },
  ],
  totals: {
    bindingPercentage: line.percentage,
    bindingAmount: line.amount,
    softPercentage: percent('0'),
    softAmount: money('0'),
    coveragePercentage: line.percentage,
    availablePercentage: percent('66.67'),
    availableAmount: money('6666999999999.98'),
  },
} as Book

const shownInBook = [
  `"${lenderName.replaceAll('"', '""')}"`,
  '33.33%,"3,333,000,000,000.01",2026-01-31 09:30',
  '"8,999,999,999,999.99",7.10%,24,,,=1+1 Bank',
  'Available,,,,66.67%,"6,666,999,999,999.98"',
  'Loan,,,,100.00%,"8,999,999,999,999.99"',
]

const sampleFolder = 'server/sample/portfolio/files'
const shownInSample: Record<string, string[]> = {
  'sourcesAndUses.xlsx': ['Sources less uses,$0'],
  'rentRoll.xlsx': ['Net operating income,"$'],
}
const workbooks: [name: string, shown: string[], make: () => Promise<Uint8Array>][] = [
  ['book', shownInBook, () => bookAsXlsx(book)],
]
for (const key of await readdir(sampleFolder))
  for (const [name, shown] of Object.entries(shownInSample)) {
    const file = path.join(sampleFolder, key, name)
    if (existsSync(file))
      workbooks.push([`${key}-${path.parse(name).name}`, shown, () => readFile(file)])
  }

const folder = await mkdtemp(path.join(tmpdir(), 'paripassu-workbooks-'))
try {
  const files: string[] = []
  for (const [name, , make] of workbooks) {
    // LibreOffice names each file after the workbook and the sheet, with a hyphen between them.
    const file = path.join(folder, `${name}_.xlsx`)
    await writeFile(file, await make())
    files.push(file)
  }
  const computed = await showWorkbooks(files, folder, 0)
  const written = await showWorkbooks(files, folder, 1)
  for (const [name, shown] of workbooks) {
    const text = computed.get(name) ?? 'LibreOffice cannot read it'
    const missing = shown.filter((part) => !text.includes(part))
    const isRight = missing.length === 0 && text === written.get(name)
    if (!isRight) process.exitCode = 1
    const said = isRight ? 'right' : ['WRONG', ...missing, text, written.get(name)].join('\n---\n')
    process.stdout.write(`${name}: ${said}\n`)
  }
} finally {
  await rm(folder, { recursive: true })
}
