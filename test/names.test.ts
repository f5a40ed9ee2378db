import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const retired: Record<string, string> = {
  Doer: 'Actor',
  doerOf: 'actorOf',
  Tidings: 'CommitmentEffects',
  Telling: 'AddressedNotice',
  tellings: 'notices',
  takeTurns: 'limitConcurrency',
  inTurns: 'forEachConcurrently',
  speakPlainly: 'pinSessionFormat',
  takePlace: 'claimEmptyDatabase',
  askTrifle: 'sendPing',
  endlessPatience: 'noTimeouts',
  inOperatorWords: 'describeForOperator',
  useAct: 'useAction',
  breaksReference: 'violatesForeignKey',
  breaksUnique: 'violatesUnique',
  givenOf: 'toAuditQuery',
  startAnew: 'replaceAllSessions',
  harmlessInCsv: 'escapeFormulaInCsv',
  requireMayLose: 'requireRemovable',
  tellReaders: 'notifyReaders',
  tellOfTrail: 'reportTrail',
  recordCents: 'recordMovedAmounts',
  recordOfReleased: 'releaseEntry',
  recordOfOwn: 'ownActionEntry',
  recordOfMade: 'newPositionEntry',
  teller: 'progressReporter',
  typeWords: 'describeType',
  sealedInWords: 'describeUnsealed',
  serverWords: 'errorMessage',
  uploadErrorWords: 'describeUploadError',
  agentInWords: 'describeBrowser',
  placeInWords: 'formatPlace',
  partiesInWords: 'describeParties',
  heldInWords: 'describeHoldings',
  endInWords: 'exitWithError',
  figureInWords: 'formatFigure',
  inWords: 'describeX or formatX',
  wordOf: 'formatFieldOfKind',
  wordFrom: 'labelFrom',
  tellError: 'showError',
  tellWhat: 'printFinding',
  tellFinding: 'printFinding',
  tellEveryMs: 'progressEveryMs',
  onStandstill: 'onStalledUpload',
  marksOf: 'remarksOf',
  accessWords: 'accessLabels',
  describeIn: 'shapeDescriber',
  FigureWords: 'FigureRule',
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  .toString()
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && file !== 'test/names.test.ts')

it.each(Object.entries(retired))('names nothing %s; use %s', (name) => {
  const word = new RegExp(`\\b${name}\\b`)
  expect(files.filter((file) => word.test(readFileSync(file, 'utf8')))).toEqual([])
})
