/** Uploads a file as a call's body with XMLHttpRequest, because `fetch` doesn't report upload progress. */
import type { PathParams, QueryInput } from '#contract/endpoint.ts'
import { endpoints, type Endpoints } from '#contract/endpoints.ts'
import type { Refusal } from '#contract/wire.ts'
import { ApiError, commonHeaders, type AnswerOf } from '#web/api/client.ts'
import { whyNotSent } from '#web/api/not-sent.ts'

type FileCall = 'previewImport' | 'importLoans' | 'importLenders' | 'proposeFundsReceipts'

interface Sending<Name extends FileCall> {
  file: File
  params?: PathParams<Endpoints[Name]>
  query?: QueryInput<Endpoints[Name]> & object
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Called with the progress, from 0 to 1. */
  onSent?: (part: number) => void
}

/**
 * @throws {ApiError} for any unsuccessful response. If no response arrives, throws the error from {@link whyNotSent}.
 */
export const sendFile = <Name extends FileCall>(
  name: Name,
  { file, params, query, headers, signal, onSent }: Sending<Name>,
): Promise<AnswerOf<Name>> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoints[name].method, addressOf(endpoints[name].path, params, query))
    for (const [header, value] of Object.entries({ ...commonHeaders, ...headers }))
      request.setRequestHeader(header, value)
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onSent?.(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('error', () => void whyNotSent(file, request).then(reject))
    request.addEventListener('abort', () => reject(signal?.reason))
    request.addEventListener('load', () => {
      const { status, statusText } = request
      const answer = parse(request.responseText)
      if (status < 300) resolve(answer as AnswerOf<Name>)
      else reject(new ApiError(status, statusText, answer as Partial<Refusal> | null))
    })
    signal?.addEventListener('abort', () => request.abort())
    request.send(file)
  })

function addressOf(path: string, params: Record<string, string> = {}, query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given as [string, string][]).toString()
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  return filled + (search && `?${search}`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
