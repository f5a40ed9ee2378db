/** Administrators' actions: recording and releasing commitments, editing loans, uploading documents, and reading. */
import type { EndpointName } from '#contract/endpoints.ts'
import type { Upload } from '#contract/documents/shapes.ts'
import { pdfFile } from '#test/support/sample-files.ts'
import { fileUrlOf } from '#test/support/uploading.ts'
import { ask, askForPath, sendBytes, type Answer } from './ask.ts'
import type { Chance } from './chance.ts'
import type { Person } from './copy.ts'
import type { Outcome, Paper } from './ledger.ts'
import { actOn, committing, pickHolding } from './load-lenders.ts'
import { actsOnDeal } from './load-deals.ts'
import type { Acts, Scene } from './scene.ts'

export function actsOfAdmin(
  scene: Scene,
  admin: Person,
  index: number,
): { chance: Chance; acts: Acts } {
  const { chance, copy, loans } = scene
  const read = async (call: EndpointName, params = {}) =>
    (await ask(scene, admin, call, { params })).outcome
  const anyLoan = () => chance.one(loans)?.id ?? ''
  const acts: Acts = [
    [
      25,
      committing(scene, admin, () => ({
        call: 'recordCommitment',
        lenderId: chance.one(copy.lenders)?.id ?? '',
        loanId: anyLoan(),
        percentage: chance.whole(1, 12),
        isSoft: chance.isTrue(0.3),
      })),
    ],
    [20, () => release(scene, admin)],
    [15, () => edit(scene, admin, index)],
    [15, () => upload(scene, admin)],
    [10, () => read('getBook', { id: anyLoan() })],
    [5, () => read('getAdminSummary')],
    [10, () => readPaper(scene, admin)],
    ...actsOnDeal(scene, admin),
  ]
  return { chance, acts }
}

function release(scene: Scene, admin: Person): Promise<Outcome | null> {
  const holding = pickHolding(scene, ({ standing }) => !standing.isSoft)
  return actOn(scene, holding, ({ id, standing }) => ({
    kind: 'commitmentReleased',
    after: { ...standing, status: 'released' },
    sent: ask(scene, admin, 'releaseCommitment', {
      params: { id },
      body: { reason: 'The lender has left the club.' },
    }),
  }))
}

/** Each loan is edited by only one administrator so that the last edit is known. */
async function edit(scene: Scene, admin: Person, index: number): Promise<Outcome | null> {
  const { chance, copy, loans } = scene
  const loan = chance.one(loans.filter((_loan, place) => place % copy.admins.length === index))
  if (!loan) return null
  // A loan's amount can't change while the loan has a binding commitment.
  const amount = chance.isTrue(0.4) ? oddAmount(chance) : loan.text.amount
  const text = { summary: `Edit ${copy.ledger.nextNumber()} of round ${scene.round}`, amount }
  const { outcome } = await ask(scene, admin, 'updateLoan', { params: { id: loan.id }, body: text })
  copy.ledger.edit(loan, text, outcome)
  return outcome
}

/** An amount whose shares include fractions of a cent. */
export const oddAmount = (chance: Chance) =>
  `${chance.whole(1, 9_999_999)}.${String(chance.whole(1, 99)).padStart(2, '0')}`

async function upload(scene: Scene, admin: Person): Promise<Outcome> {
  const { chance, copy, loans, tally } = scene
  const asked = await ask(scene, admin, 'createDocumentUpload', { body: {} })
  if (asked.outcome !== 'acknowledged') return asked.outcome
  // The response is cast to its type without validation.
  const address = asked.body as Upload
  const filename = `Paper ${copy.ledger.nextNumber()} of round ${scene.round}.pdf`
  const bytes = pdfFile(filename.repeat(chance.whole(1, 200)))
  const sent = await sendBytes(tally, address, bytes)
  if (sent.outcome !== 'acknowledged') return sent.outcome
  const paper: Paper = {
    filename,
    loanId: chance.one(loans)?.id ?? '',
    fileUrl: fileUrlOf(address),
    bytes,
    outcome: 'unsent',
  }
  copy.ledger.papers.push(paper)
  const { outcome } = await registerPaper(scene, admin, paper)
  paper.outcome = outcome
  return outcome
}

export const registerPaper = (
  scene: Pick<Scene, 'copy' | 'tally'>,
  admin: Person,
  { loanId, filename, fileUrl }: Paper,
): Promise<Answer> =>
  ask(scene, admin, 'createDocument', {
    body: { loanId, filename, fileType: 'application/pdf', fileUrl },
  })

async function readPaper(scene: Scene, admin: Person): Promise<Outcome | null> {
  const { chance, copy, tally } = scene
  const kept = copy.ledger.papers.filter((paper) => paper.outcome === 'acknowledged')
  const paper = chance.one(kept)
  if (!paper) return null
  const { outcome, bytes } = await askForPath(scene, admin, `/objects/${paper.fileUrl}`)
  if (bytes && !bytes.equals(paper.bytes))
    tally.broken.push(`${paper.filename} is served with different bytes`)
  return outcome
}
