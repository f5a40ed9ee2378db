/** The table columns that other programs rely on. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { spec } from '#test/support/requirements.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

/** Each column's name, type (with `?` if nullable), and default. */
const entities: Record<string, string[]> = {
  users: [
    'id uuid',
    'email text',
    'password text',
    'first_name text',
    'last_name text',
    'profile_image_url text?',
    'is_admin boolean = false',
    'is_approved boolean = false',
    'created_at timestamp',
    'updated_at timestamp',
  ],
  loans: [
    'id uuid',
    'title text',
    'borrower_name text',
    'property_address text?',
    'amount numeric(15,2)',
    'interest_rate numeric(5,2)',
    'term integer',
    "status text = 'open'",
    'property_type text?',
    'purpose text?',
    'summary text?',
    'image_url text?',
    'ltv numeric(5,2)?',
    'origination_fee numeric(5,2)?',
    'interest_reserve numeric(15,2)?',
    'property_occupancy text?',
    'as_is_value numeric(15,2)?',
    'as_complete_value numeric(15,2)?',
    'created_at timestamp',
    "committed_percentage numeric(5,2) = '0'",
  ],
  commitments: [
    'id uuid',
    'loan_id uuid -> loans',
    'lender_id uuid -> users',
    'percentage numeric(5,2)',
    'amount numeric(15,2)',
    'is_soft_commit boolean = false',
    'created_at timestamp',
  ],
  documents: [
    'id uuid',
    'loan_id uuid -> loans',
    'filename text',
    'file_type text',
    'file_url text',
    'uploaded_at timestamp',
  ],
  photos: [
    'id uuid',
    'loan_id uuid -> loans',
    'filename text',
    'file_url text',
    "caption text = ''",
    'uploaded_at timestamp',
  ],
  messages: [
    'id uuid',
    'loan_id uuid -> loans',
    'user_id uuid -> users',
    'message text',
    'created_at timestamp',
  ],
  favorites: ['id uuid', 'user_id uuid -> users', 'loan_id uuid -> loans', 'created_at timestamp'],
  notifications: [
    'id uuid',
    'type text',
    'related_loan_id uuid? -> loans',
    'related_user_id uuid? -> users',
    'receipt_id uuid?',
    'message text',
    'is_read boolean = false',
    'created_at timestamp',
  ],
  sessions: ['sid text', 'sess json', 'expire timestamp'],
}

interface Column {
  name: string
  type: string
  precision: number | null
  scale: number | null
  nullable: string
  initial: string | null
  refers: string | null
}

const query = `
  select c.column_name as name, c.data_type as type, c.numeric_precision as precision,
    c.numeric_scale as scale, c.is_nullable as nullable, c.column_default as initial,
    (select confrelid::regclass::text from pg_constraint
      join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
      where contype = 'f' and conrelid = $1::text::regclass and a.attname = c.column_name) as refers
  from information_schema.columns c
  where c.table_schema = 'public' and c.table_name = $1::text`

function describeColumn({ name, type, precision, scale, nullable, initial, refers }: Column) {
  const kind = type.replace(/ with time zone$/, '')
  const size = kind === 'numeric' ? `(${precision},${scale})` : ''
  // Timestamp defaults are omitted, because other programs don't rely on them.
  const given = initial && kind !== 'timestamp' ? ` = ${initial.replace(/::\w+$/, '')}` : ''
  const target = refers ? ` -> ${refers}` : ''
  return `${name} ${kind}${size}${nullable === 'YES' ? '?' : ''}${given}${target}`
}

describe('table columns', () => {
  it.each(Object.entries(entities))(
    'creates the table %s with at least the listed columns',
    async (table, columns) => {
      spec('3.1', '3.4', '3.5', '3.7', '3.9', '3.10', '3.11')
      spec('3.12', '3.13', '3.14', '5.5.12', '9.18')
      const found = (await desk.rows<Column>(query, [table])).map(describeColumn)
      expect(found).toEqual(expect.arrayContaining(columns))
    },
  )
})

describe('unique keys and indexes', () => {
  const indexes = async (table: string) =>
    (
      await desk.rows<{ definition: string }>(
        'select indexdef as definition from pg_indexes where tablename = $1',
        [table],
      )
    ).map(({ definition }) => definition.replace(/^.* USING btree /, ''))

  it('enforces unique email addresses, favorites, and session ids', async () => {
    spec('3.1', '3.12', '3.14')
    const [first, second] = [desk.makeLender(), desk.makeLender()]
    const { email } = await first
    await expect(
      desk.rows('update users set email = upper($1) where id = $2', [email, (await second).id]),
    ).rejects.toThrow('users_email_key')
    const values = [(await first).id, (await desk.makeLoan()).id]
    const favor = () =>
      desk.rows('insert into favorites (id, user_id, loan_id) values ($1, $2, $3)', [
        randomUUID(),
        ...values,
      ])
    await favor()
    await expect(favor()).rejects.toThrow('favorites_user_loan_key')
    expect(await indexes('sessions')).toContain('(sid)')
  })

  it('has an index on session expiry', async () => {
    spec('3.14')
    expect(await indexes('sessions')).toContain('(expire)')
  })
})
