/** `npm run audit:verify`: checks that the audit trail is unchanged. The exit code reports the result. */
import {
  maxFindings,
  verifyAudit,
  type NotedSeal,
  type Verification,
} from '#server/audit/verification.ts'
import { CommandError } from '#server/cli-errors.ts'
import { runOnInstallation, say } from './support/run.ts'

const usage = 'Usage: npm run audit:verify [-- --head NUMBER:HASH]'

function readArguments(args: string[]): NotedSeal | undefined {
  if (args.length === 0) return undefined
  const match = /^--head[= ](\d{1,15}):([0-9a-f]{64})$/i.exec(args.join(' '))
  if (!match) throw new CommandError(usage)
  return { number: Number(match[1]), hash: (match[2] ?? '').toLowerCase() }
}

function progress() {
  let reportedAt = Date.now()
  return (checked: number, total: number) => {
    if (Date.now() - reportedAt < 2000) return
    reportedAt = Date.now()
    say(`  ${count(checked)} of ${sealsOf(total)}`)
  }
}

const count = (value: number) => value.toLocaleString('en-US')
const sealsOf = (value: number) => `${count(value)} ${value === 1 ? 'seal' : 'seals'}`
const maxLines = 50

const verdicts = { intact: 0, changed: 1, unchecked: 2, unsealed: 3 }

function report(result: Verification, noted: NotedSeal | undefined): number {
  const { findings, remarks, seals, last, unsealed } = result
  for (const { words } of findings.slice(0, maxLines)) say(words)
  if (findings.length >= maxFindings) say('… and more')
  else if (findings.length > maxLines) say(`… and ${count(findings.length - maxLines)} more`)
  for (const remark of remarks) say(`Check: ${remark}`)
  if (unsealed.count > 0)
    say(
      `Entries not sealed yet: ${count(unsealed.count)}; the oldest: ${unsealed.oldest ?? 'unknown'}`,
    )
  else say('No entries are waiting for their seal')
  if (findings.length > 0) {
    say(`The audit trail is NOT intact: ${sealsOf(seals)} checked. The first finding is above.`)
    return verdicts.changed
  }
  say(
    `The audit trail is intact: ${sealsOf(seals)} checked${noted ? ', including the one you saved' : ''}`,
  )
  if (unsealed.isOverdue)
    say(
      'Entries have waited for their seal for more than an hour, and could be changed unnoticed. Check that the program runs, and its log.',
    )
  if (last) say(`Save this elsewhere: ${last.number}:${last.hash}`)
  return unsealed.isOverdue ? verdicts.unsealed : verdicts.intact
}

await runOnInstallation(
  async ({ db }, args) => {
    const noted = readArguments(args)
    const result = await verifyAudit(db, { noted, onProgress: progress() })
    return report(result, noted)
  },
  { failedWith: verdicts.unchecked },
)
