/** Reads an answer as it is on the wire, still compressed, so that a bound can send the same bytes. */
import { request } from 'node:http'

interface RawAnswer {
  headers: Record<string, string>
  body: Buffer
}

/** What the server sets for each connection or each time by itself. */
const ownHeaders = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'date',
  'content-length',
])

export function rawAnswer(address: string, headers: Record<string, string>): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    request(address, { headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const copied = Object.entries(answer.headers).flatMap(([name, value]) =>
          typeof value === 'string' && !ownHeaders.has(name) ? [[name, value] as const] : [],
        )
        resolve({ headers: Object.fromEntries(copied), body: Buffer.concat(chunks) })
      })
    })
      .on('error', reject)
      .end()
  })
}
