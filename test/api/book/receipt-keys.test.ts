import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReceiptKeySet, SignedReceipt } from '#contract/book/receipts.ts'
import { verifyAudit } from '#server/audit/verification.ts'
import { verifyReceipt } from '#server/book/receipts/verification.ts'
import { prepareDatabase } from '#server/first-start/prepare.ts'
import { throttleLimits } from '#server/sign-in/throttle.ts'
import { archiveFolder, backUp, readEntries, restore } from '#test/support/backups.ts'
import type { Person } from '#test/support/builders.ts'
import { readRefusal } from '#test/support/caller.ts'
import { runCommand } from '#test/support/commands.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { makeEmptyPlace } from '#test/support/empty-place.ts'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { makeDatabase, type OwnDatabase } from '#test/support/postgres.ts'
import {
  asFile,
  makeReceipt,
  makeSigningKey,
  signReceipt,
  toBase64,
} from '#test/support/receipts.ts'
import { security } from '#test/support/requirements.ts'

const secretsKey = () => randomBytes(32).toString('base64')

let own: OwnDatabase
let folder: string
const open: Desk[] = []
beforeEach(async () => {
  own = await makeDatabase()
  folder = await mkdtemp(path.join(memoryFolder(), 'paripassu-receipts-'))
})
afterEach(async () => {
  for (const desk of open.splice(0)) await desk.close()
  await own.drop()
  await rm(folder, { recursive: true, force: true })
})

async function serve(settings: Record<string, string> = {}): Promise<Desk> {
  const desk = await openDesk(
    { RATE_LIMIT: 'off', DATA_DIR: folder, ...settings },
    { ...own, drop: async () => {} },
  )
  open.push(desk)
  return desk
}
const prepare = (desk: Desk) => prepareDatabase({ ...desk, say: () => {} })
const keysOf = async (desk: Desk) => (await desk.visitor().call('getReceiptKeys')).keys
const storedKeys = (desk: Desk) =>
  desk.rows<{ id: string; private_key: string | null }>('select id, private_key from receipt_keys')

async function makeSigned(desk: Desk, lender?: Person): Promise<SignedReceipt> {
  const person = lender ?? (await desk.makeLender())
  const loan = await desk.makeLoan()
  const body = { loanId: loan.id, percentage: '10' }
  const { receiptId } = await person.call('createCommitment', { body })
  return person.call('getReceipt', { params: { id: receiptId } })
}
const check = async (desk: Desk, file: Buffer) =>
  (await desk.visitor().call('verifyReceipt', { body: { file: toBase64(file) } })).result

describe('the signing key for receipts', () => {
  it('creates only one signing key on the first start, even if several processes start at once', async () => {
    const desk = await serve()
    await Promise.all([prepare(desk), prepare(desk), prepare(desk)])
    const [key, ...others] = await keysOf(desk)
    expect(others).toEqual([])
    await prepare(desk)
    expect(await keysOf(desk)).toEqual([key])
    expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA' })
    expect(key).not.toHaveProperty('until')
    // The id must be the key's thumbprint (RFC 7638).
    const members = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x: key?.x })
    expect(key?.kid).toBe(createHash('sha256').update(members).digest('base64url'))
  })

  it("creates the signing key with the first receipt if startup didn't create it", async () => {
    const desk = await serve()
    expect(await keysOf(desk)).toEqual([])
    const lender = await desk.makeLender()
    const signed = await Promise.all([makeSigned(desk, lender), makeSigned(desk, lender)])
    expect(await storedKeys(desk)).toHaveLength(1)
    for (const each of signed) expect(await check(desk, asFile(each))).toBe('genuine')
  })

  it('never stores the signing key unencrypted if SECRETS_KEY is set', async () => {
    security('11.6.1')
    const before = await serve()
    await prepare(before)
    const signed = await makeSigned(before)
    const [plain] = await storedKeys(before)
    expect(plain?.private_key).toMatch(/^[\w-]{43}$/)
    const [SECRETS_KEY, another] = [secretsKey(), secretsKey()]
    const desk = await serve({ SECRETS_KEY })
    await prepare(desk)
    const [stored] = await storedKeys(desk)
    expect(stored?.private_key).toMatch(/^enc1:/)
    const lender = await desk.makeLender()
    expect((await makeSigned(desk, lender)).keyId).toBe(signed.keyId)
    for (const settings of [{}, { SECRETS_KEY: another }]) {
      const wrong = await serve(settings)
      await expect(prepare(wrong)).rejects.toThrow('SECRETS_KEY')
      const person = wrong.callerAt(wrong.address, lender)
      const params = { id: signed.receipt.id }
      const olga = await wrong.makeAdmin()
      expect(readRefusal(await olga.send('getReceipt', { params }))).toMatchObject({
        code: 'no_key',
      })
      expect((await person.send('getReceipt', { params })).status).toBe(404)
      expect(await check(wrong, asFile(signed))).toBe('genuine')
      wrong.errors.length = 0
    }
  })

  it('includes the signing key in backups so that a restored copy verifies receipts from both servers', async () => {
    const desk = await serve({ SECRETS_KEY: secretsKey() })
    const signed = await makeSigned(desk)
    const file = path.join(archiveFolder(), 'desk.tar.gz')
    await backUp(desk, file)
    const tables = (await readEntries(file)).map(({ name }) => name)
    expect(tables.filter((name) => name.startsWith('tables/receipt_keys/'))).not.toEqual([])
    const place = await makeEmptyPlace()
    await restore(place, file)
    const restored = await openDesk({ RATE_LIMIT: 'off' }, place.asDatabase())
    open.push(restored)
    expect(await keysOf(restored)).toEqual(await keysOf(desk))
    expect(await check(restored, asFile(signed))).toBe('genuine')
  })
})

describe('npm run receipt:rotate', () => {
  it('replaces the signing key, audits the change, still verifies old receipts, and signs reissued receipts with the new key', async () => {
    security('11.6.1')
    const desk = await serve()
    const olga = await desk.makeAdmin()
    const lender = await desk.makeLender()
    const old = await makeSigned(desk, lender)
    const { code, output } = await runCommand('receipt-rotate', [], {
      DATABASE_URL: desk.databaseUrl,
      DATA_DIR: folder,
    })
    expect(output).toMatch(
      /^No longer used: [\w-]{43}\nReceipts are signed with: [\w-]{43}, stored in plain text \(SECRETS_KEY is not set\)\n$/,
    )
    expect(code).toBe(0)
    const [first, second, ...more] = await storedKeys(desk)
    expect(more).toEqual([])
    expect([first?.private_key, second?.private_key].filter((each) => each === null)).toHaveLength(
      1,
    )
    const fresh = await makeSigned(desk, lender)
    const again = await lender.call('getReceipt', { params: { id: old.receipt.id } })
    expect(fresh.keyId).not.toBe(old.keyId)
    expect(again).toMatchObject({ receipt: old.receipt, keyId: fresh.keyId })
    for (const each of [old, again, fresh]) expect(await check(desk, asFile(each))).toBe('genuine')
    expect(await check(desk, asFile({ ...old, keyId: fresh.keyId }))).toBe('altered')
    const [past, now, ...others] = await keysOf(desk)
    expect(others).toEqual([])
    expect([past?.kid, now?.kid]).toEqual([old.keyId, fresh.keyId])
    expect(Date.parse(past?.until ?? '')).toBeGreaterThanOrEqual(Date.parse(past?.from ?? 'x'))
    expect(now).not.toHaveProperty('until')
    const [entry] = await olga.call('listAudit', { query: { kind: 'receiptKeyReplaced' } })
    expect(entry).toMatchObject({
      ...{ actorId: null, address: null },
      ...{ before: { key: old.keyId }, after: { key: fresh.keyId } },
    })
    expect((await verifyAudit(desk.db)).findings).toEqual([])
    expect(desk.errors).toEqual([])
  })

  it('rejects an incorrect SECRETS_KEY, and encrypts the new key with the correct SECRETS_KEY', async () => {
    const SECRETS_KEY = secretsKey()
    const desk = await serve({ SECRETS_KEY })
    await prepare(desk)
    const before = await storedKeys(desk)
    const rotate = (settings: Record<string, string>, ...args: string[]) =>
      runCommand('receipt-rotate', args, {
        DATABASE_URL: desk.databaseUrl,
        DATA_DIR: folder,
        ...settings,
      })
    for (const [settings, words] of [
      [{}, 'SECRETS_KEY is not set, but the database holds encrypted secrets (1); '],
      [{ SECRETS_KEY: secretsKey() }, "SECRETS_KEY can't decrypt 1 of the 1 encrypted secrets"],
    ] as const) {
      const { code, output } = await rotate(settings)
      expect(output.startsWith(words), output).toBe(true)
      expect(output).toContain('if it is lost, run npm run receipt:rotate -- --key-is-lost')
      expect(code).toBe(1)
    }
    expect(await storedKeys(desk)).toEqual(before)
    expect((await rotate({ SECRETS_KEY })).output).toContain(', stored encrypted with SECRETS_KEY')
    await prepare(desk)
    expect((await rotate({}, '--key-is-lost')).output).toContain(', stored in plain text')
    await makeSigned(desk)
    expect(desk.errors).toEqual([])
  }, 90_000)
})

describe('receipt verification', () => {
  it('reports each receipt as genuine, altered, or unknown', async () => {
    const desk = await serve()
    const signed = await makeSigned(desk)
    const stranger = signReceipt(makeReceipt(), makeSigningKey().key)
    const changed = { ...signed, receipt: { ...signed.receipt, amount: '1.00' } }
    const answers = [
      [asFile(signed), 'genuine'],
      [Buffer.from(JSON.stringify(changed)), 'altered'],
      [asFile(stranger), 'unknown'],
      [Buffer.from('{}'), 'unknown'],
      [randomBytes(1000), 'unknown'],
    ] as const
    for (const [file, result] of answers) {
      const reply = await desk.visitor().send('verifyReceipt', { body: { file: toBase64(file) } })
      expect(reply.text).toBe(JSON.stringify({ result }))
    }
    expect(desk.errors).toEqual([])
  })

  it('rejects a verification request with a missing or oversized file', async () => {
    const desk = await serve()
    const bodies = [
      {},
      { file: '' },
      { file: 5 },
      { file: 'not base64!' },
      { file: 'A'.repeat(200_001) },
    ]
    for (const body of bodies)
      expect((await desk.visitor().send('verifyReceipt', { body })).status).toBe(400)
    const huge = { file: 'A'.repeat(300_000) }
    expect((await desk.visitor().send('verifyReceipt', { body: huge })).status).toBe(413)
  })

  it('throttles verification requests by client IP address', async () => {
    const desk = await serve({ RATE_LIMIT: 'on' })
    const send = () => desk.visitor().send('verifyReceipt', { body: { file: 'e30=' } })
    const { forAddress } = throttleLimits.receiptCheck
    const replies = await Promise.all(Array.from({ length: forAddress }, send))
    for (const { status } of replies) expect(status).toBe(200)
    const refused = await send()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('npm run receipt:verify', () => {
  it('verifies receipts without a running server, using keys from a file or URL', async () => {
    const desk = await serve()
    const lender = await desk.makeLender()
    const before = await makeSigned(desk, lender)
    await runCommand('receipt-rotate', [], { DATABASE_URL: desk.databaseUrl, DATA_DIR: folder })
    const { id } = before.receipt
    const pdf = (await lender.send('getReceiptPdf', { params: { id } })).bytes
    await lender.call('createCommitment', {
      body: { loanId: before.receipt.loanId, percentage: '1', isSoftCommit: 'true' },
    })
    const olga = await desk.makeAdmin()
    const released = await olga.call('releaseCommitment', {
      params: { id },
      body: { reason: 'Agreed.' },
    })
    const params = { id: released.receiptId }
    const release = await lender.call('getReceipt', { params })
    const flipped = Buffer.from(pdf)
    flipped[2000] = (flipped[2000] ?? 0) ^ 4
    const files = {
      'before.json': [asFile(before), 0],
      'release.json': [asFile(release), 0],
      'receipt.pdf': [pdf, 0],
      'flipped.pdf': [flipped, 1],
      'changed.json': [Buffer.from(asFile(before).toString().replace('10.00', '11.00')), 1],
      'stranger.json': [asFile(signReceipt(makeReceipt(), makeSigningKey().key)), 2],
      'other.txt': [Buffer.from('No receipt'), 2],
    } as const
    const keySet: ReceiptKeySet = { keys: await keysOf(desk) }
    expect(keySet.keys).toHaveLength(2)
    const keys = path.join(folder, 'keys.json')
    await writeFile(keys, JSON.stringify(keySet))
    const address = `${desk.address}/.well-known/paripassu-keys.json`
    const words = ['Genuine: ', 'Altered: ', 'Unknown: ']
    for (const [name, [bytes, code]] of Object.entries(files)) {
      const file = path.join(folder, name)
      await writeFile(file, bytes)
      expect(verifyReceipt(Buffer.from(bytes), keySet.keys), name).toBe(
        ['genuine', 'altered', 'unknown'][code],
      )
      const run = await runCommand('receipt-verify', [file, keys], {})
      expect({ name, code: run.code }).toEqual({ name, code })
      expect(run.output.startsWith(words[code] ?? 'x'), run.output).toBe(true)
    }
    const online = await runCommand(
      'receipt-verify',
      [path.join(folder, 'receipt.pdf'), address],
      {},
    )
    expect(online.code).toBe(0)
  }, 90_000)

  it("receipt:verify prints a one-line message and exits with code 3 if the receipt can't be verified", async () => {
    const here = (name: string) => path.join(folder, name)
    await writeFile(here('empty.json'), '{}')
    for (const [args, line] of [
      [[], 'Usage: npm run receipt:verify -- FILE KEYS (a file, or the address of the keys)'],
      [[here('none'), here('empty.json')], `${here('none')} can't be read`],
      [
        [here('empty.json'), here('empty.json')],
        `${here('empty.json')} contains no keys of receipts`,
      ],
      [[here('empty.json'), 'http://127.0.0.1:9/keys'], "http://127.0.0.1:9/keys can't be reached"],
    ] as const) {
      const { code, output } = await runCommand('receipt-verify', args, {})
      expect(output).toBe(`${line}\n`)
      expect(code).toBe(3)
    }
  })
})
