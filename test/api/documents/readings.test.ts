/** Views of a loan's documents. Administrators see all holders' views, and a lender sees only their own. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Loan } from '#contract/loans/shapes.ts'
import type { Person } from '#test/support/builders.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'

const { desk, olga, lena, luis } = await openDeskWithPeople()

const readingsOf = ({ id }: Pick<Loan, 'id'>) => olga.call('getReadings', { params: { id } })
const listedTo = (who: Person, { id: loanId }: Pick<Loan, 'id'>) =>
  who.call('listLoanDocuments', { params: { loanId } })

async function read(who: Person, { fileUrl }: { fileUrl: string }) {
  expect((await who.request('GET', `/objects/${fileUrl}`)).status).toBe(200)
}

it('shows no document views or holders for a new loan', async () => {
  const loan = await desk.makeLoan()
  expect(await readingsOf(loan)).toEqual({ holdersCount: 0, documents: [], holders: [] })
})

it("returns 404 for a missing loan's document views", async () => {
  const params = { id: randomUUID() }
  expect(await olga.refusal('getReadings', { params })).toBe('404: The loan was not found')
})

it('returns the same document view counts as a simple reference implementation', async () => {
  const loan = await desk.makeLoan()
  const other = await desk.makeLoan()
  await desk.rows('update users set company_name = $2 where id = $1', [lena.id, 'Brook Bank'])
  const holders = [lena, luis, olga, await desk.makeLender(), await desk.makeLender()]
  const outsider = await desk.makeLender()
  for (const [index, holder] of holders.entries())
    await desk.makeCommitment(holder, loan, { percentage: String(20 - index) })
  const papers = [
    await desk.makeDocument(loan, { filename: 'Appraisal.pdf' }),
    await desk.makeDocument(loan, { filename: 'Rent Roll.xlsx', fileType: 'application/msword' }),
    await desk.makeDocument(loan, { filename: 'Survey.pdf' }),
  ]
  const elsewhere = await desk.makeDocument(other)
  const opened = new Set<string>()
  for (let step = 0; step < 12; step += 1) {
    const [who, paper] = [holders[(step * 2) % 4], papers[(step * step) % 3]]
    if (!who || !paper) throw new Error('No such holder or document')
    await read(who, paper)
    opened.add(`${who.id} ${paper.id}`)
  }
  const [first] = papers
  if (first) await read(outsider, first)
  await read(lena, elsewhere)
  const last = holders[4]
  if (!last) throw new Error('No such holder')
  await last.request('GET', `/api/loans/${loan.id}/documents.zip`)
  for (const { id } of papers) opened.add(`${last.id} ${id}`)

  const found = await readingsOf(loan)
  expect(found.holdersCount).toBe(holders.length)
  expect(found.holders[0]).toMatchObject({ lenderId: lena.id, lenderCompanyName: 'Brook Bank' })
  expect(found.holders[1]).toMatchObject({ lenderCompanyName: null })
  expect(found.holders.map(({ lenderId }) => lenderId)).toEqual(holders.map(({ id }) => id))
  expect(
    new Set(
      found.holders.flatMap((holder) =>
        holder.opened.map(({ documentId }) => `${holder.lenderId} ${documentId}`),
      ),
    ),
  ).toEqual(opened)
  expect(found.documents.map(({ id, openedBy }) => [id, openedBy])).toEqual(
    papers
      .map(({ id }) => [id, [...opened].filter((pair) => pair.endsWith(id)).length])
      .toReversed(),
  )
  // The third holder is an administrator, and messages can be sent only to lenders.
  expect(found.holders.map(({ isReachable }) => isReachable)).toEqual([
    'true',
    'true',
    'false',
    'true',
    'true',
  ])
})

it("doesn't count document views by lenders who have withdrawn or views of deleted documents", async () => {
  const loan = await desk.makeLoan()
  const soft = await desk.makeCommitment(lena, loan, { percentage: '5', isSoftCommit: 'true' })
  await desk.makeCommitment(luis, loan, { percentage: '5' })
  const [kept, gone] = [await desk.makeDocument(loan), await desk.makeDocument(loan)]
  for (const who of [lena, luis]) for (const paper of [kept, gone]) await read(who, paper)
  await olga.call('deleteDocument', { params: { id: gone.id } })
  await lena.call('withdrawCommitment', { params: { id: soft.id } })
  expect(await readingsOf(loan)).toMatchObject({
    holdersCount: 1,
    documents: [{ id: kept.id, openedBy: 1 }],
    holders: [{ lenderId: luis.id, opened: [{ documentId: kept.id }] }],
  })
})

it("lists a loan's 100 largest holders and counts all its holders", async () => {
  const loan = await desk.makeLoan()
  const paper = await desk.makeDocument(loan)
  await desk.rows(
    `insert into users (id, email, password, first_name, last_name, is_approved)
     select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@holders.example', '', 'Holder',
       n::text, true
     from generate_series(1, 101) as n`,
  )
  await desk.rows(
    `insert into commitments (id, loan_id, lender_id, percentage, amount, is_soft_commit, status, loan_amount,
       interest_rate, term)
     select gen_random_uuid(), loans.id, users.id, users.last_name::numeric / 10, 1, true, 'active', loans.amount,
       loans.interest_rate, loans.term
     from users, loans where users.first_name = 'Holder' and loans.id = $1`,
    [loan.id],
  )
  await desk.rows(
    `insert into audit (id, kind, actor_id, loan_id, object_id, at)
     select gen_random_uuid(), 'documentViewed', id, $1, $2, now() from users where first_name = 'Holder'`,
    [loan.id, paper.id],
  )
  const { holdersCount, holders, documents } = await readingsOf(loan)
  expect(holdersCount).toBe(101)
  expect(documents).toMatchObject([{ id: paper.id, openedBy: 101 }])
  expect(holders.map(({ lenderName }) => lenderName)).toEqual(
    Array.from({ length: 100 }, (_, index) => `Holder ${101 - index}`),
  )
  expect(holders.every(({ opened }) => opened.length === 1)).toBe(true)
})

it('shows when a document was last opened', async () => {
  const loan = await desk.makeLoan()
  await desk.makeCommitment(lena, loan, { percentage: '5' })
  const paper = await desk.makeDocument(loan)
  const lastAt = async () => (await readingsOf(loan)).holders[0]?.opened[0]?.lastAt ?? ''
  await read(lena, paper)
  const before = await lastAt()
  await read(lena, paper)
  expect((await lastAt()) > before).toBe(true)
  expect(await listedTo(lena, loan)).toMatchObject([{ openedAt: await lastAt() }])
})

it('shows lenders only their own document views', async () => {
  const loan = await desk.makeLoan()
  for (const who of [lena, luis]) await desk.makeCommitment(who, loan, { percentage: '5' })
  const paper = await desk.makeDocument(loan)
  await read(luis, paper)
  expect(await listedTo(lena, loan)).toMatchObject([{ id: paper.id, openedAt: null }])
  expect(await listedTo(olga, loan)).toMatchObject([{ id: paper.id, openedAt: null }])
  expect(await listedTo(luis, loan)).toMatchObject([{ openedAt: expect.any(String) }])
  const params = { id: loan.id }
  expect((await luis.send('getReadings', { params })).status).toBe(403)
  expect((await desk.visitor().send('getReadings', { params })).status).toBe(401)
})
