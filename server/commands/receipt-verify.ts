/**
 * `npm run receipt:verify -- FILE KEYS`: checks a receipt without access to its installation. KEYS is the
 * installation's /.well-known/paripassu-keys.json, as a file or URL. The exit code reports the result.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { inspect } from 'node:util'
import { receiptKeySet, type ReceiptVerdict } from '#contract/book/receipts.ts'
import { verifyReceipt, type PublicKey } from '#server/book/receipts/verification.ts'

const usage = 'Usage: npm run receipt:verify -- FILE KEYS (a file, or the address of the keys)'

const verdicts: Record<ReceiptVerdict, { code: number; words: string }> = {
  genuine: { code: 0, words: 'Genuine: one of these keys signed exactly this receipt' },
  altered: { code: 1, words: 'Altered: this is not what the key that it names signed' },
  unknown: { code: 2, words: 'Unknown: not a receipt, or signed with none of these keys' },
}
const noVerdict = 3

class VerdictError extends Error {}

/** npm changes the working directory to the project's folder. INIT_CWD contains the caller's directory. */
function read(file: string): Promise<Buffer> {
  return readFile(path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file)).catch((error) => {
    throw new VerdictError(`${file} can't be read`, { cause: error })
  })
}

async function readKeys(place: string): Promise<PublicKey[]> {
  const isAddress = /^https?:\/\//.test(place)
  const text = isAddress ? await download(place) : (await read(place)).toString()
  const found = receiptKeySet.safeParse(parse(text))
  if (!found.success || found.data.keys.length === 0)
    throw new VerdictError(`${place} contains no keys of receipts`)
  return found.data.keys
}

async function download(address: string): Promise<string> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(20_000) })
    if (answer.ok) return await answer.text()
    throw new VerdictError(`${address} answered ${answer.status}`)
  } catch (error) {
    if (error instanceof VerdictError) throw error
    throw new VerdictError(`${address} can't be reached`, { cause: error })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

try {
  const [file, keys, ...more] = process.argv.slice(2)
  if (!file || !keys || more.length > 0) throw new VerdictError(usage)
  const { code, words } = verdicts[verifyReceipt(await read(file), await readKeys(keys))]
  process.stdout.write(`${words}\n`)
  process.exitCode = code
} catch (error) {
  // Every error is caught. Otherwise, Node would exit with code 1, which also reports a result.
  const words = error instanceof VerdictError ? error.message : inspect(error)
  process.stderr.write(`${words}\n`)
  process.exitCode = noVerdict
}
