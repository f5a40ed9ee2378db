/** Attacks on files and accounts: race conditions, malicious names, and images that are expensive to decode. */
import { connect as openSocket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { purgeDiscardedFiles } from '#server/storage/discarded.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { openFileBench, type FileBench } from '#test/support/file-bench.ts'
import { somebodyWaits } from '#test/support/lock-waits.ts'
import { security } from '#test/support/requirements.ts'
import { compoundFile, pdfFile } from '#test/support/sample-files.ts'
import { askForUpload, fileUrlOf, putBytes, uploadBytes } from '#test/support/uploading.ts'

let desk: Desk
let bench: FileBench
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  bench = await openFileBench(desk)
})
afterAll(() => desk.close())

function sendSlowly(uploadURL: string, bytes: Buffer) {
  const { hostname, port, pathname, search } = new URL(uploadURL)
  const socket = openSocket(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n` +
      `Content-Length: ${bytes.length}\r\n\r\n`,
  )
  socket.write(bytes.subarray(0, 4))
  return {
    async finish() {
      socket.write(bytes.subarray(4))
      await closed
      return answer
    },
  }
}

describe('an upload in progress', () => {
  it('discards an upload that is rejected while its data is arriving', async () => {
    security('1.4.3')
    const upload = await askForUpload(bench.admin, 'document')
    const slow = sendSlowly(upload.uploadURL, pdfFile())
    await sleep(200)
    expect((await putBytes(upload, Buffer.from('Not a document'))).status).toBe(204)
    expect((await bench.registerDocument(fileUrlOf(upload))).status).toBe(400)
    expect(await slow.finish()).toMatch(/^HTTP\/1\.1 403 /)
    await bench.nothingIsLeft(fileUrlOf(upload))
  })

  it("discards an upload when the uploader's account is deleted", async () => {
    const leaving = await desk.makeAdmin()
    const upload = await askForUpload(leaving, 'document')
    const slow = sendSlowly(upload.uploadURL, pdfFile())
    await sleep(200)
    await bench.admin.call('deleteUser', { params: { id: leaving.id } })
    await purgeDiscardedFiles(desk)
    expect(await slow.finish()).toMatch(/^HTTP\/1\.1 403 /)
    await bench.nothingIsLeft(fileUrlOf(upload))
  })
})

it.each(['constructor', '__proto__', 'toString'])(
  'rejects an old Office file that contains a stream named %j',
  async (stream) => {
    const fileUrl = await uploadBytes(bench.admin, 'document', compoundFile(stream))
    const reply = await bench.registerDocument(fileUrl, 'application/msword')
    expect(reply.text).toContain("This type of file isn't accepted")
    await bench.nothingIsLeft(fileUrl)
  },
)

it('decodes a truncated photo only once, however many requests there are', async () => {
  const whole = await sharp({
    create: { width: 1200, height: 800, channels: 3, background: 'green' },
  })
    .jpeg()
    .toBuffer()
  const half = whole.subarray(0, whole.length / 2)
  const photo = await desk.makePhoto({ id: bench.loanId }, { bytes: half })
  const read = vi.spyOn(desk.store, 'read')
  const reads: number[] = []
  for (let time = 0; time < 3; time += 1) {
    read.mockClear()
    const reply = await bench.fetchObject(`${photo.fileUrl}?w=320`)
    expect(reply.bytes.equals(half)).toBe(true)
    reads.push(read.mock.calls.length)
  }
  read.mockRestore()
  expect(reads).toEqual([2, 1, 1])
})

describe('an administrator who loses the role during a request', () => {
  it("doesn't approve or promote anyone if the calling administrator loses the role during the request", async () => {
    const leaving = await desk.makeAdmin()
    const { id } = await desk.makeLender()
    await bench.admin.call('updateUser', { params: { id }, body: { isApproved: 'false' } })
    const calls = [
      () => leaving.refusal('approveUser', { params: { id } }),
      () => leaving.refusal('updateUser', { params: { id }, body: { isAdmin: 'true' } }),
    ]
    for (const call of calls) {
      const changing = await desk.db.$client.connect()
      await changing.query('begin')
      await changing.query('update users set is_admin = false where id = $1', [leaving.id])
      const calling = call()
      await somebodyWaits(desk.db)
      await changing.query('commit')
      changing.release()
      expect(await calling).toBe('403: You do not have permission to do this')
      await desk.rows('update users set is_admin = true where id = $1', [leaving.id])
    }
    const kept = await desk.rows('select is_admin, is_approved from users where id = $1', [id])
    expect(kept).toEqual([{ is_admin: false, is_approved: false }])
  })
})

it("notifies a lender without delay while the deletion of the lender's account is waiting for a lock on the loan", async () => {
  const lender = await desk.makeLender()
  const loan = await desk.makeLoan()
  await desk.makeCommitment(lender, loan, { isSoftCommit: 'true' })
  const holding = await desk.db.$client.connect()
  await holding.query('begin')
  await holding.query('select 1 from loans where id = $1 for update', [loan.id])
  const ending = bench.admin.send('deleteUser', { params: { id: lender.id } })
  await somebodyWaits(desk.db)
  await holding.query(`set local lock_timeout = '500ms'`)
  await holding.query(
    `insert into notifications (id, user_id, type, message)
     values (gen_random_uuid(), $1, 'termsChanged', 'The rate changed')`,
    [lender.id],
  )
  await holding.query('commit')
  holding.release()
  expect((await ending).status).toBe(204)
})

it('accepts an uppercase id in a URL', async () => {
  const lender = await desk.makeLender()
  const params = { id: lender.id.toUpperCase() }
  const changed = await bench.admin.call('updateUser', { params, body: { firstName: 'Una' } })
  expect(changed).toMatchObject({ id: lender.id, firstName: 'Una' })
  const own = { id: bench.admin.id.toUpperCase() }
  expect(await bench.admin.refusal('deleteUser', { params: own })).toBe(
    "409: You can't delete your own account. Ask another administrator.",
  )
})

it('logs no error during attacks on files and accounts', () => {
  expect(desk.errors).toEqual([])
})
