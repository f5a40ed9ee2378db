import type { lenderImport, Imported, ImportPreview } from '#contract/imports/shapes.ts'
import type * as z from 'zod/mini'
import { readJson, type Caller, type Reply } from './caller.ts'

type Query = z.input<typeof lenderImport> & { kind: 'loans' | 'lenders' }

interface Answers {
  preview: ImportPreview
  import: Imported
}

export const sendFile = (
  caller: Caller,
  call: keyof Answers,
  { kind, ...query }: Query,
  file: string | Buffer,
  headers: Record<string, string> = {},
): Promise<Reply> => {
  const given = { ...query, ...(call === 'preview' && { kind }) }
  const path = `/api/admin/imports/${call === 'preview' ? call : kind}`
  const search = new URLSearchParams(given as Record<string, string>)
  return caller.request('POST', `${path}?${search}`, {
    headers: { 'content-type': 'text/csv', ...headers },
    body: file,
  })
}

/** Fails the test if the file is rejected. */
export async function sendImport<Call extends keyof Answers>(
  caller: Caller,
  call: Call,
  query: Query,
  file: string | Buffer,
): Promise<Answers[Call]> {
  const reply = await sendFile(caller, call, query, file)
  if (reply.status >= 300) throw new Error(`The file was refused: ${reply.status} ${reply.text}`)
  // The response is cast to its type without validation.
  return readJson(reply) as Answers[Call]
}
