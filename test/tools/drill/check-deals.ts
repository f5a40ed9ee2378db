/** What must hold of rounds, closed books, receipts and proposed terms after a fault. */
import { wrongRegisters } from '#test/support/closed-books.ts'
import type { Desk } from '#test/support/desk.ts'
import { noFindings, type Findings } from './findings.ts'
import type { DealTable, Ledger } from './ledger.ts'

type Rows = Desk['rows']

const problems: Record<string, string> = {
  'a running round and the stage of its book disagree': `
    select id from loans l where (book_stage = 'offered') <> exists (
      select from allocations a where a.loan_id = l.id and a.state = 'published')`,
  'an ended round has open offers': `
    select l.id from allocation_lines l join allocations a on a.id = l.allocation_id
    where a.state = 'ended' and l.state = 'offered'`,
  'an open offer is more than the requests of its lender': `
    select l.id from allocation_lines l join allocations a on a.id = l.allocation_id
    where a.state = 'published' and l.state = 'offered' and l.asks <> (
      select coalesce(sum(c.percentage), 0) from commitments c
      where c.loan_id = a.loan_id and c.firm_id = l.firm_id and c.status = 'active' and not c.is_hold)`,
  'a round gives more or less than the loan': `
    select a.id from allocations a join allocation_lines l on l.allocation_id = a.id
    group by a.id having sum(l.share) + a.hold_share <> 100 or sum(l.amount) + a.hold_amount <> a.loan_amount`,
  'more money has come than is due': `
    select r.loan_id as id from funds_receipts r where reversed_at is null
    group by r.loan_id, r.firm_id having sum(r.amount) > (
      select coalesce(sum(e.amount), 0) from register_entries e join registers g on g.id = e.register_id
      where g.loan_id = r.loan_id and g.state = 'current' and e.firm_id = r.firm_id and not e.is_hold)`,
  'a proposal and the mark of its loan disagree': `
    select id from loans l where is_terms_pending <> exists (
      select from terms_proposals p where p.loan_id = l.id and p.state = 'open')`,
  'a binding commitment stands on other terms than its loan': `
    select c.id from commitments c join loans l on l.id = c.loan_id
    where c.status = 'active' and not c.is_soft_commit
      and (c.loan_amount, c.interest_rate, c.term) <> (l.amount, l.interest_rate, l.term)`,
  'a loan is funded while money is missing': `
    select l.id from loans l join registers r on r.loan_id = l.id and r.state = 'current'
      join register_entries e on e.register_id = r.id and not e.is_hold
    where l.status = 'funded' and not r.was_funded and e.amount <> (
      select coalesce(sum(f.amount), 0) from funds_receipts f
      where f.loan_id = l.id and f.firm_id = e.firm_id and f.reversed_at is null)`,
  'the trail has another number of acts than the deal desk': `
    with acts as (
      select loan_id, 'allocationPublished' as kind, count(*) from allocations
        where state in ('published', 'ended') group by 1
      union all select loan_id, 'allocationEnded', count(*) from allocations
        where state = 'ended' group by 1
      union all select a.loan_id, 'offer' || initcap(l.state), count(*)
        from allocation_lines l join allocations a on a.id = l.allocation_id
        where l.state in ('accepted', 'declined') group by 1, 2
      union all select loan_id, 'register', count(*) from registers group by 1
      union all select loan_id, 'fundsReceiptRecorded', count(*) from funds_receipts group by 1
      union all select loan_id, 'fundsReceiptReversed', count(*) from funds_receipts
        where reversed_at is not null group by 1
      union all select loan_id, 'termsProposed', count(*) from terms_proposals group by 1
      union all select loan_id, 'terms' || initcap(state), count(*) from terms_proposals
        where state in ('applied', 'canceled') group by 1, 2
    ), recorded as (
      select loan_id, count(*),
        case when kind in ('bookClosed', 'shareTakenOver') then 'register' else kind end as kind
      from audit
      where kind in ('bookClosed', 'shareTakenOver', 'allocationPublished', 'allocationEnded',
        'offerAccepted', 'offerDeclined', 'fundsReceiptRecorded', 'fundsReceiptReversed',
        'termsProposed', 'termsApplied', 'termsCanceled')
      group by loan_id, 3
    )
    select loan_id || ', ' || kind as id from acts full join recorded using (loan_id, kind)
    where acts.count is distinct from recorded.count`,
}

const stateOf: Record<DealTable, string> = {
  ...{ allocations: 'state', allocation_lines: 'state', terms_proposals: 'state' },
  funds_receipts: "case when reversed_at is null then 'standing' else 'reversed' end",
  registers: "case when state = 'current' then 'current' else 'ended' end",
}

export async function checkDeals(rows: Rows, ledger: Ledger): Promise<Findings> {
  const findings = noFindings()
  for (const { loan, what } of await wrongRegisters({ rows }))
    findings.broken.push(`the register of loan ${loan} differs from its book: ${what}`)
  for (const [words, query] of Object.entries(problems))
    for (const { id } of await rows<{ id: string }>(query)) findings.broken.push(`${words}: ${id}`)
  for (const [id, { table, state }] of ledger.dealRecords) {
    const [kept] = await rows<{ state: string }>(
      `select ${stateOf[table]} as state from ${table} where id = $1`,
      [id],
    )
    if (!kept) findings.lost.push(`${id} of ${table} was acknowledged and is missing`)
    else if (state !== null && kept.state !== state)
      findings.lost.push(`${id} of ${table} was acknowledged as ${state}, and is ${kept.state}`)
  }
  return findings
}
