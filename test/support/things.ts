/** Makes the things that ids speak of, each belonging to somebody. */
import { randomUUID } from 'node:crypto'
import type { Person } from './builders.ts'
import type { Desk } from './desk.ts'
import type { Thing } from './matrix-expectations.ts'
import { pdfFile, pictureFile } from './sample-files.ts'
import { uploadBytes } from './uploading.ts'

type Make = (desk: Desk, owner: Person, uploader: Person) => Promise<string>

const loanWithCover = async (desk: Desk) => {
  const loan = await desk.makeLoan()
  await desk.makePhoto(loan, { isCover: true })
  return loan
}

/** Gives the id of a fresh one. Who may not commit, owns a loan or a commitment of somebody else's. */
export const makeThing: Record<Thing, Make> = {
  async loan(desk, owner) {
    const loan = await loanWithCover(desk)
    await desk.makeCommitment(owner, loan, { percentage: '1', isSoftCommit: 'true' })
    return loan.id
  },
  async favorite(desk, owner) {
    const { id } = await desk.makeLoan()
    await owner.call('addFavorite', { body: { loanId: id } })
    return id
  },
  async 'soft commitment'(desk, owner) {
    const fields = { percentage: '1', isSoftCommit: 'true' } as const
    return (await desk.makeCommitment(owner, await desk.makeLoan(), fields)).id
  },
  async 'binding commitment'(desk, owner) {
    return (await desk.makeCommitment(owner, await desk.makeLoan(), { percentage: '1' })).id
  },
  document: async (desk) => (await desk.makeDocument(await desk.makeLoan())).id,
  photo: async (desk) => (await desk.makePhoto(await desk.makeLoan())).id,
  file: async (desk) => (await desk.makeDocument(await desk.makeLoan())).fileUrl,
  'uploaded document': (_desk, _owner, uploader) => uploadBytes(uploader, 'document', pdfFile()),
  'uploaded photo': async (_desk, _owner, uploader) =>
    uploadBytes(uploader, 'photo', await pictureFile('png')),
  async notification(desk, owner) {
    const id = randomUUID()
    await desk.rows(
      `insert into notifications (id, user_id, type, message) values ($1, $2, 'newLoan', 'A loan')`,
      [id, owner.id],
    )
    return id
  },
  async session(desk, owner) {
    await desk.signIn(owner)
    const all = await owner.call('listSessions')
    return all.find(({ isCurrent }) => isCurrent === 'false')?.id ?? ''
  },
  account: async (_desk, owner) => owner.id,
  async mail(desk) {
    const id = randomUUID()
    await desk.rows(
      `insert into mails (id, recipient, subject, body, next_attempt_at)
       values ($1, 'nobody@example.com', 'Hello', 'Hello', now() + interval '1 day')`,
      [id],
    )
    return id
  },
}

/** Where to look whether a private thing is as it was; its own words for what only counts visits. */
const stored: Partial<Record<Thing, string>> = {
  favorite: 'select user_id::text as row from favorites where loan_id = $1::uuid',
  'soft commitment': 'select c::text as row from commitments c where id = $1::uuid',
  notification: 'select n::text as row from notifications n where id = $1::uuid',
  session: `select sess ->> 'userId' as row from sessions where sess ->> 'id' = $1`,
}

/** What is stored of a private thing; null for a thing that nobody has for itself. */
export async function storedThing(desk: Desk, thing: Thing, id: string) {
  const query = stored[thing]
  return query === undefined ? null : desk.rows<{ row: string }>(query, [id])
}
