/** Books to close, and what must hold of a closed one. */
import type { Register } from '#contract/deal/registers.ts'
import { sumMoney, sumPercent } from '#domain/money.ts'
import type { Caller } from './caller.ts'
import { today } from './closing-things.ts'
import type { Desk } from './desk.ts'

export const closing = async (
  admin: Caller,
  id: string,
  more: { retainRest?: 'true' | 'false'; effectiveDate?: string } = {},
) => {
  const { bookVersion } = await admin.call('getDeal', { params: { id } })
  return { params: { id }, body: { bookVersion, effectiveDate: today(), ...more } }
}

export const closeBook = async (
  admin: Caller,
  id: string,
  more?: Parameters<typeof closing>[2],
): Promise<Register> => admin.call('closeBook', await closing(admin, id, more))

/**
 * Returns how the current registers differ from the active lines: each totals its loan in shares and cents, and has one
 * line for each holder with the sums of its commitments.
 */
export const wrongRegisters = (desk: Pick<Desk, 'rows'>) =>
  desk.rows<{ loan: string; what: string }>(`
    with held as (
      select loan_id, firm_id, is_hold, sum(percentage) as percentage, sum(amount) as amount
      from commitments where status = 'active' and not is_soft_commit group by 1, 2, 3
    ), listed as (
      select r.loan_id, e.firm_id, e.is_hold, e.percentage, e.amount
      from registers r join register_entries e on e.register_id = r.id where r.state = 'current'
    ), closed as (select id, amount from loans where book_stage = 'closed')
    select id::text as loan, 'no register' as what from closed
      where not exists (select from registers r where r.loan_id = closed.id and r.state = 'current')
    union all select loan_id::text, 'a register of an open book' from registers
      where state = 'current' and loan_id not in (select id from closed)
    union all select id::text, 'totals' from closed where
      (select coalesce(sum(percentage), 0) from listed where loan_id = closed.id) <> 100
      or (select coalesce(sum(l.amount), 0) from listed l where loan_id = closed.id) <> closed.amount
    union all select coalesce(h.loan_id, l.loan_id)::text, 'lines'
      from held h full join listed l
        on (l.loan_id, l.firm_id, l.is_hold) = (h.loan_id, h.firm_id, h.is_hold)
      where coalesce(h.loan_id, l.loan_id) in (select id from closed)
        and (h.percentage, h.amount) is distinct from (l.percentage, l.amount)
    union all select loan_id::text, 'soft' from commitments
      where status = 'active' and is_soft_commit and loan_id in (select id from closed)`)

export const totalsOf = ({ entries }: Register) => [
  sumPercent(entries.map(({ percentage }) => percentage)),
  sumMoney(entries.map(({ amount }) => amount)),
]
