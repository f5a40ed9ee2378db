import { readLegalTexts } from '#server/settings/legal-texts.ts'
import type { Person } from '#test/support/builders.ts'
import { newEmail } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaitsFor } from '#test/support/lock-waits.ts'
import type { SQL } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let desk: Desk
let admin: Person
beforeEach(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin({ firstName: 'Ada', lastName: 'Cole' })
})
afterEach(() => desk.close())

const builtIn = '2026-11-23'
const inForce = () => desk.visitor().call('getLegalTexts')
const publish = (text: string, fields: object = {}) =>
  admin.call('publishLegalText', { body: { kind: 'terms', text, ...fields } })
const register = async () => {
  const person = {
    firstName: 'Rosa',
    lastName: 'Field',
    email: newEmail(),
    password: 'long enough',
  }
  const visitor = desk.visitor()
  const { id } = await visitor.call('register', { body: person })
  return Object.assign(visitor, { id })
}
const acceptedBy = async (id: string) =>
  (
    await desk.rows<{ version: string }>(
      'select terms_version as version from users where id = $1',
      [id],
    )
  )[0]?.version

describe('legal documents', () => {
  it("returns neutral wording with the company's name until an administrator publishes a version", async () => {
    await admin.call('updateCompany', { body: { name: 'Quay Bank', email: 'desk@quay.example' } })
    const { version, terms, privacy } = await inForce()
    expect(version).toBe(builtIn)
    expect(terms).toMatchObject({ version: 0, effectiveOn: builtIn })
    expect(terms.text).toMatch(/^# About these terms\n\nThese terms .* between you and Quay Bank /)
    expect(privacy.text).toContain('desk@quay.example')
  })

  it('applies published legal documents to all users, shows their author and time, and numbers all versions in one sequence', async () => {
    await publish('# Ours\n\nWith {company}.')
    const history = await publish('# Our privacy', { kind: 'privacy' })
    expect(history.terms).toMatchObject({ version: 1, createdByName: 'Ada Cole' })
    expect(history.privacy).toMatchObject({ version: 2, text: '# Our privacy' })
    const now = await inForce()
    expect(now).toMatchObject({ version: '2', privacy: { version: 2, text: '# Our privacy' } })
    expect(now.terms.text).toBe('# Ours\n\nWith Paripassu.')
    expect(history.terms.text).toContain('{company}')
    const entries = await desk.rows(
      "select before, after from audit where kind = 'legalTextPublished' order by at, id",
    )
    expect(entries).toEqual([
      {
        before: { text: 'terms', version: '0' },
        after: { text: 'terms', version: '1', asksAgain: false },
      },
      {
        before: { text: 'privacy', version: '0' },
        after: { text: 'privacy', version: '2', asksAgain: false },
      },
    ])
  })

  it('records a new version when the built-in legal text is published unchanged for the first time', async () => {
    const { text } = (await admin.call('getLegalHistory')).terms
    for (let time = 0; time < 2; time += 1) await publish(text, { asksAgain: 'true', since: 0 })
    const { terms } = await admin.call('getLegalHistory')
    expect(terms).toMatchObject({ version: 1, text, asksAgain: 'true', createdByName: 'Ada Cole' })
  })

  it('creates no version for unchanged legal documents, and gives concurrent publications different numbers', async () => {
    await publish('# Ours')
    await publish('# Ours')
    expect((await inForce()).version).toBe(`1+${builtIn}`)
    await Promise.all([publish('# One'), publish('# Two'), publish('# P', { kind: 'privacy' })])
    expect((await inForce()).version).toBe('4')
  })

  it("returns each legal document's text with the matching version number while new versions are published", async () => {
    // After each query, publishes another version to simulate a race.
    let published = 0
    const db = Object.assign(Object.create(desk.db) as typeof desk.db, {
      async execute(query: SQL) {
        const found = await desk.db.execute(query)
        published += 1
        await publish(`# Terms ${published}`)
        return found
      },
    })
    const { version, terms } = await readLegalTexts(db, desk.config.company)
    expect(published).toBeGreaterThan(0)
    expect([version, terms.version]).toEqual([builtIn, 0])
  })

  it('rejects a request to publish legal documents if it specifies an outdated version', async () => {
    await publish('# First', { since: 0 })
    const body = { kind: 'terms', text: '# Second', since: 0 }
    const refused = await admin.send('publishLegalText', { body })
    expect(refused.status).toBe(409)
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'changed_meanwhile' })
    expect((await inForce()).terms.text).toBe('# First')
    await publish('# Our privacy', { kind: 'privacy', since: 0 })
    await publish('# First', { since: 0 })
    await publish('# Second', { since: 1 })
    await publish('# Third')
    expect((await inForce()).terms).toMatchObject({ version: 4, text: '# Third' })
  })

  it.each([
    [{ kind: 'imprint', text: 'x' }, 'kind'],
    [{ kind: 'terms', text: ' ' }, 'text'],
    [{ kind: 'terms', text: 'x'.repeat(50_001) }, 'text'],
  ])('rejects %j as a legal document', async (body, field) => {
    const refused = await admin.send('publishLegalText', { body })
    expect(refused.status).toBe(400)
    expect(JSON.parse(refused.text)).toHaveProperty(['fields', field])
  })

  it('lists past versions of a legal document page by page, ending with the built-in version', async () => {
    for (const text of ['# One', '# Two', '# Three']) await publish(text)
    await publish('# Our privacy', { kind: 'privacy' })
    const pageAfter = async (cursor?: string) => {
      const query = { kind: 'terms', limit: '2', ...(cursor && { cursor }) }
      const answer = await admin.send('listLegalVersions', { query })
      const versions: { version: number }[] = JSON.parse(answer.text)
      return [versions.map(({ version }) => version), answer.headers['link']] as const
    }
    const path = '/api/admin/legal/versions?kind=terms&limit=2'
    expect(await pageAfter()).toEqual([[3, 2], `<${path}&cursor=2>; rel="next"`])
    expect(await pageAfter('2')).toEqual([[1, 0], undefined])
    const query = { kind: 'terms' as const, limit: '1' }
    const { terms, privacy } = await admin.call('getLegalHistory')
    expect(terms).toMatchObject({ version: 3, text: '# Three' })
    expect(privacy).toMatchObject({ version: 4, text: '# Our privacy' })
    expect(await admin.call('listLegalVersions', { query })).toEqual([terms])
    const refused = await admin.send('listLegalVersions', { query: { ...query, cursor: 'one' } })
    expect(refused.status).toBe(400)
  })

  it('returns at most twenty versions of a legal document per page, because each may be long', async () => {
    await desk.rows(
      `insert into legal_texts (version, kind, text, asks_again)
       select n, 'terms', '# ' || n, false from generate_series(1, 25) n`,
    )
    const query = { kind: 'terms' as const }
    const answer = await admin.send('listLegalVersions', { query })
    expect(JSON.parse(answer.text)).toHaveLength(20)
    expect(answer.headers['link']).toContain('rel="next"')
    expect(await admin.refusal('listLegalVersions', { query: { ...query, limit: '21' } })).toBe(
      '400: Must be 1 to 20',
    )
  })

  it('lets only administrators publish legal documents', async () => {
    const lender = await desk.makeLender()
    const query = { kind: 'terms' }
    expect((await lender.send('listLegalVersions', { query })).status).toBe(403)
    expect((await lender.send('getLegalHistory')).status).toBe(403)
    const body = { kind: 'terms', text: '# Mine' }
    expect((await lender.send('publishLegalText', { body })).status).toBe(403)
  })

  it("doesn't publish a legal document if the administrator loses the role during the request", async () => {
    const former = await desk.makeAdmin()
    const client = await desk.db.$client.connect()
    try {
      await client.query('begin')
      await client.query('update users set is_admin = false where id = $1', [former.id])
      const refused = former.send('publishLegalText', { body: { kind: 'terms', text: '# Mine' } })
      // If the call didn't wait for the row lock on the role, it would finish first.
      await Promise.race([somebodyWaitsFor(client), refused])
      await client.query('commit')
      expect((await refused).status).toBe(403)
    } finally {
      client.release()
    }
    expect((await inForce()).version).toBe(builtIn)
  })
})

describe('accepting the legal documents', () => {
  it('records acceptance of the legal documents at registration and counts the acceptances of each version', async () => {
    const first = await register()
    await publish('# Ours')
    const second = await register()
    expect([await acceptedBy(first.id), await acceptedBy(second.id)]).toEqual([
      builtIn,
      `1+${builtIn}`,
    ])
    const { accepted } = await admin.call('getLegalHistory')
    expect(accepted).toContainEqual({ version: builtIn, isCurrent: 'false', people: 1 })
    expect(accepted).toContainEqual({ version: `1+${builtIn}`, isCurrent: 'true', people: 1 })
  })

  it('asks only approved lenders to accept legal documents again, and only if the administrator requires it', async () => {
    const lender = await desk.makeLender()
    const mustAccept = async (person: Person | Awaited<ReturnType<typeof register>>) =>
      (await person.call('getCurrentUser')).mustAcceptTerms
    await publish('# Typo')
    expect(await mustAccept(lender)).toBe('false')
    await publish('# Changed', { asksAgain: 'true' })
    const pending = await desk.makePending()
    const newcomer = await register()
    await admin.call('approveUser', { params: { id: newcomer.id } })
    expect(await mustAccept(lender)).toBe('true')
    expect([
      await mustAccept(pending),
      await mustAccept(admin),
      await mustAccept(newcomer),
    ]).toEqual([...['false', 'false', 'false']])
    // Later versions that don't require acceptance don't cancel an earlier version's requirement.
    await publish('# Another typo')
    expect(await mustAccept(lender)).toBe('true')
    expect(await mustAccept(newcomer)).toBe('false')
  })

  it('requires renewed acceptance of the legal documents before a commitment, and records the acceptance in the audit trail', async () => {
    const lender = await desk.makeLender()
    const loan = await desk.makeLoan()
    const soft = await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
    await publish('# Changed', { asksAgain: 'true' })
    const acts = [
      () => lender.send('createCommitment', { body: { loanId: loan.id, percentage: '5' } }),
      () => lender.send('changeCommitment', { params: { id: soft.id }, body: { percentage: '5' } }),
      () => lender.send('makeCommitmentBinding', { params: { id: soft.id }, body: {} }),
    ]
    for (const act of acts) {
      const refused = await act()
      expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
        ...[403, { code: 'terms_not_accepted' }],
      ])
    }
    expect((await lender.send('withdrawCommitment', { params: { id: soft.id } })).status).toBe(200)

    const { version } = await lender.call('getLegalTexts')
    expect((await lender.send('acceptTerms', { body: { version } })).status).toBe(204)
    expect(await acceptedBy(lender.id)).toBe(`1+${builtIn}`)
    const profile = await admin.call('getLender', { params: { id: lender.id } })
    expect(profile.termsVersion).toBe(`1+${builtIn}`)
    expect((await acts[0]?.())?.status).toBe(201)
    await lender.call('acceptTerms', { body: { version } })
    expect(
      await desk.rows("select person_id as id, after from audit where kind = 'termsAccepted'"),
    ).toEqual([{ id: lender.id, after: { termsVersion: `1+${builtIn}` } }])
  })

  it('records acceptance of the displayed version of a legal document, not of a newer version', async () => {
    const lender = await desk.makeLender()
    const { version } = await lender.call('getLegalTexts')
    await publish('# Changed', { asksAgain: 'true' })
    const refused = await lender.send('acceptTerms', { body: { version } })
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
      ...[409, { code: 'terms_republished' }],
    ])
  })

  it('lists the changes to the legal documents since the caller accepted them', async () => {
    await publish('# Fees\n\nNone.\n\nAsk {company}.')
    const lender = await desk.makeLender()
    await lender.call('acceptTerms', { body: { version: `1+${builtIn}` } })
    const changes = () => lender.call('getLegalChanges')
    expect(await changes()).toEqual({ version: `1+${builtIn}`, terms: [], privacy: [] })
    await publish('# Fees\n\n1%.\n\nAsk {company}.')
    await publish('# Privacy\n\nNew.', { kind: 'privacy' })
    await publish('# Fees\n\n2%.\n\nAsk {company}.', { asksAgain: 'true' })
    const answer = await changes()
    const { version: newest, terms, privacy } = answer
    expect(newest).toBe('4')
    expect(terms).toEqual([
      { kind: 'removed', section: 'Fees', text: 'None.' },
      { kind: 'added', section: 'Fees', text: '2%.' },
    ])
    expect(privacy).toContainEqual({ kind: 'added', section: 'Privacy', text: 'New.' })
    expect(privacy?.filter(({ kind }) => kind === 'removed').length).toBeGreaterThan(5)
    const { version } = await lender.call('getLegalTexts')
    await lender.call('acceptTerms', { body: { version } })
    expect(await changes()).toEqual({ version: '4', terms: [], privacy: [] })
  })

  it.each([
    ['nothing', null],
    ['the built-in documents of another release', '2025-01-31'],
  ])(
    'returns null for the changes to the legal documents if the caller accepted %s',
    async (_, accepted) => {
      await publish('# Fees\n\n1%.', { asksAgain: 'true' })
      const lender = await desk.makeLender()
      await desk.rows('update users set terms_version = $2 where id = $1', [lender.id, accepted])
      expect(await lender.call('getLegalChanges')).toEqual({
        ...{ version: `1+${builtIn}`, terms: null, privacy: null },
      })
    },
  )

  it.each(['1', '1+2025-01-31'])(
    'compares only the published document if the built-in one that the caller accepted with it as %s is unknown',
    async (accepted) => {
      await publish('# Fees\n\nNone.')
      const lender = await desk.makeLender()
      await desk.rows('update users set terms_version = $2 where id = $1', [lender.id, accepted])
      await publish('# Fees\n\n1%.', { asksAgain: 'true' })
      await publish('# Privacy\n\nNew.', { kind: 'privacy' })
      expect(await lender.call('getLegalChanges')).toEqual({
        version: '3',
        terms: [
          { kind: 'removed', section: 'Fees', text: 'None.' },
          { kind: 'added', section: 'Fees', text: '1%.' },
        ],
        privacy: null,
      })
    },
  )

  it("compares the legal documents with this release's built-in versions if the caller accepted built-in versions", async () => {
    const lender = await desk.makeLender()
    await desk.rows('update users set terms_version = $2 where id = $1', [lender.id, builtIn])
    await publish('# Fees\n\n1%.')
    const { terms, privacy } = await lender.call('getLegalChanges')
    expect(privacy).toEqual([])
    expect(terms).toContainEqual({ kind: 'added', section: 'Fees', text: '1%.' })
    expect(terms?.filter(({ kind }) => kind === 'removed').length).toBeGreaterThan(5)
  })
})
