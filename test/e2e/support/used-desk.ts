/** Mocked responses from a heavily used installation and from a new installation. The sample is neither. */
import type { Invitation } from '#contract/accounts/users.ts'
import type { LoanLender, LoanLenders } from '#contract/book/lenders.ts'
import type { LenderSign } from '#domain/book/syndicate/stages.ts'
import type { AuditEntry } from '#contract/audit/shapes.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import type { Mail, Notification } from '#contract/notifications/shapes.ts'
import { formatCents } from '#domain/money.ts'
import { inCallOrder } from '#server/book/lenders.ts'
import type { Page } from './desk.ts'
import { openWhole } from './screen.ts'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const idOf = (at: number) => `5d1f0c3a-6b2e-4f47-8a90-${String(at).padStart(12, '0')}`

export async function showLenders(page: Page) {
  await page.route('**/api/admin/loans/*/lenders', async (route) => {
    const response = await route.fetch()
    const { documents, lenders } = (await response.json()) as LoanLenders
    const stages: Partial<LoanLender>[] = [
      { stage: 'asked', next: 'answer', askedAt: hoursAgo(20), lastSign: signOf('asked', 20) },
      ...[3, 1].map((read, at): Partial<LoanLender> => ({
        stage: 'reading',
        opened: documents.slice(0, read).map(({ id }) => id),
        lastSign: signOf('documentViewed', 30 + 40 * at, documents[0]?.filename),
        writtenAt: at === 0 ? hoursAgo(50) : null,
      })),
      { stage: 'opened', lastSign: signOf('opened', 100) },
      { stage: 'notified', lastSign: signOf('notified', 200) },
      {
        stage: 'passed',
        next: null,
        pass: { reason: 'leverage', comment: 'We stop at 65%.', createdAt: hoursAgo(120) },
        lastSign: signOf('lenderPassed', 120),
      },
    ]
    const others = lenders.filter(({ stage }) => stage !== 'soft' && stage !== 'binding')
    const json: LoanLenders = {
      documents,
      lenders: inCallOrder(
        lenders.map((lender) => ({ ...lender, ...stages[others.indexOf(lender)] })),
      ),
    }
    await route.fulfill({ response, json })
  })
}

const signOf = (kind: LenderSign, hours: number, document: string | null = null) => ({
  kind,
  at: hoursAgo(hours),
  document,
  by: null,
})

const invitation = (at: number, fields: Partial<Invitation>): Invitation => ({
  id: idOf(at),
  email: 'ada.cole@quaybank.example',
  name: null,
  companyName: 'Quay Bank',
  note: null,
  firmId: null,
  firmName: null,
  firmRole: null,
  isApproved: 'true',
  state: 'open',
  invitedByName: 'Dana Whitfield',
  createdAt: hoursAgo(26),
  expiresAt: hoursAgo(26 - 7 * 24),
  endedAt: null,
  url: null,
  ...fields,
})

export async function showInvitations(page: Page) {
  const url = 'https://desk.example/register?invitation=t'
  const json = [
    invitation(1, { url }),
    invitation(2, { email: 'ben.ito@quaybank.example', name: 'Ben Ito', url }),
    invitation(3, {
      email: 'victor.petrov@eastgate-specialty-lending.example',
      companyName: null,
      state: 'accepted',
      createdAt: hoursAgo(150),
      endedAt: hoursAgo(140),
    }),
    invitation(4, {
      email: 'credit@oldmill.example',
      companyName: 'Old Mill Savings',
      state: 'expired',
      createdAt: hoursAgo(300),
      expiresAt: hoursAgo(132),
    }),
  ]
  await page.route('**/api/admin/invitations?*', (route) => route.fulfill({ json }))
}

export async function showTwoSignIns(page: Page) {
  const endsAt = hoursAgo(-24 * 12)
  await page.route('**/api/auth/sessions', (route) =>
    route.fulfill({
      json: [
        {
          id: '6f0d5c1e-8a51-4a53-9d0e-2b1f3c4d5e6f',
          startedAt: hoursAgo(26),
          seenAt: hoursAgo(0),
          endsAt,
          address: '203.0.113.24',
          agent:
            'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
          isCurrent: 'true',
        },
        {
          id: '0b9a8c7d-6e5f-4d3c-8b2a-1f0e9d8c7b6a',
          startedAt: hoursAgo(75),
          seenAt: hoursAgo(9),
          endsAt,
          address: '198.51.100.77',
          agent:
            'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
          isCurrent: 'false',
        },
      ],
    }),
  )
}

export async function openProfile(page: Page) {
  await showTwoSignIns(page)
  await openWhole(page, '/profile')
}

export async function showNotifications(page: Page, on: Loan, other: Loan) {
  const of = (at: number, loan: Loan | null, fields: Partial<Notification>): Notification => ({
    id: idOf(at),
    type: 'commitmentMade',
    relatedLoanId: loan && loan.id,
    relatedLoanTitle: loan && loan.title,
    relatedUserId: null,
    receiptId: null,
    message: '',
    canApprove: 'false',
    isRead: at > 3 ? 'true' : 'false',
    createdAt: hoursAgo(at / 10),
    ...fields,
  })
  const json = [
    of(1, on, {
      message: `Elena Vasquez indicated 15% ($2,137,500.00) of ${on.title}, not binding`,
    }),
    of(2, null, {
      type: 'registration',
      relatedUserId: idOf(9),
      canApprove: 'true',
      message: 'Nora Lind (nora.lind@lind-mortgage.example) registered and awaits approval',
    }),
    of(3, on, {
      type: 'question',
      message: `Elena Vasquez asks on ${on.title}: Has the anchor tenant signed?`,
    }),
    of(4, on, {
      message: `Priya Raman committed 20% ($2,850,000.00) of ${on.title}, binding`,
    }),
    of(5, other, {
      type: 'loanFullyCommitted',
      message: `${other.title} is fully committed: lenders are bound to all of its ${formatCents(other.amount)}`,
    }),
  ]
  await page.route('**/api/notifications?*', (route) => route.fulfill({ json }))
  const unread = json.filter(({ isRead }) => isRead === 'false').length
  await page.route('**/api/notifications/unread', (route) => route.fulfill({ json: { unread } }))
}

export async function showMails(page: Page) {
  const of = (
    at: number,
    recipient: string,
    subject: string,
    fields: Partial<Mail> = {},
  ): Mail => ({
    id: idOf(at),
    recipient,
    lender: null,
    subject,
    state: 'sent',
    createdAt: hoursAgo(at * 1.3),
    sentAt: hoursAgo(at * 1.3),
    attempts: 1,
    nextAttemptAt: null,
    lastError: null,
    ...fields,
  })
  const newLoan = 'New loan: Quarry Street Flats, $12.5M at 8.10%'
  const json = [
    of(
      1,
      'grace.whitfield@tidewater.example',
      '"Rent Roll.xlsx" was added to Cedar Point Commons',
      {
        state: 'queued',
        sentAt: null,
        nextAttemptAt: hoursAgo(-0.2),
        lastError: '451 4.7.1 Greylisted, try again later',
      },
    ),
    of(2, 'admin@example.com', 'Nora Lind awaits approval'),
    of(3, 'priya.raman@redriver.example', 'Receipt: 20% ($2,850,000.00) of Millrace Apartments'),
    of(4, 'admin@example.com', 'Priya Raman committed 20% of Millrace Apartments'),
    of(5, 'old.address@eastgate-specialty-lending.example', newLoan, {
      state: 'failed',
      sentAt: null,
      attempts: 12,
      lastError: '550 5.1.1 No such mailbox',
    }),
    of(6, 'lender@example.com', 'Jordan Lee writes to you about The Camellia Hotel'),
    of(7, 'elena.vasquez@meridian.example', newLoan),
  ]
  const counts = { queued: 1, sent: 5, saved: 0, failed: 1 }
  await page.route('**/api/admin/mails?*', (route) => route.fulfill({ json }))
  await page.route('**/api/admin/mails/status', (route) =>
    route.fulfill({ json: { transport: 'smtp', ...counts } }),
  )
}

/** Shows the audit trail without entries made by the tests, which contain a local IP address. */
export async function showTrailOfSample(page: Page) {
  await page.route('**/api/admin/audit?*', async (route) => {
    const response = await route.fetch()
    const entries = (await response.json()) as AuditEntry[]
    const json = entries.filter(({ address }) => address && !address.startsWith('127.'))
    await route.fulfill({ response, json })
  })
}

export async function showNewDesk(page: Page) {
  const none = {
    totalLoansAmount: '0.00',
    totalAvailableAmount: '0.00',
    activeLoansCount: 0,
    totalLendersCount: 0,
  }
  const few = { count: 0, items: [] }
  const answers = {
    '**/api/loans?*': [],
    '**/api/stats': { ...none, totalLoansCount: 0 },
    '**/api/admin/setup': {
      ...{ done: [], isHidden: 'false', worksWithoutEmail: 'false', emailLacks: 'server' },
    },
    '**/api/today': {
      openOffers: few,
      openTerms: few,
      dueMoney: few,
      firmable: few,
      answers: few,
      changedTerms: few,
      newDocuments: few,
    },
    '**/api/admin/pipeline': [],
    '**/api/admin/today': {
      approvals: few,
      accessRequests: few,
      questions: few,
      failedMails: few,
      oldBackups: few,
      missingMoney: few,
      openRounds: few,
      openTerms: few,
      due: few,
      oversubscribed: few,
      nearlyCovered: few,
      staleSoft: few,
    },
  }
  for (const [path, json] of Object.entries(answers))
    await page.route(path, (route) => route.fulfill({ json }))
}
