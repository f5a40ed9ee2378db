/** Uploads an import file with XMLHttpRequest, because `fetch` doesn't report upload progress. */
import type { QueryInput } from '#contract/endpoint.ts'
import { endpoints, type Endpoints } from '#contract/endpoints.ts'
import type { Refusal } from '#contract/wire.ts'
import { ApiError, commonHeaders, type AnswerOf } from '#web/api/client.ts'
import { whyNotSent } from '#web/api/not-sent.ts'

type ImportCall = 'previewImport' | 'importLoans' | 'importLenders'

interface Sending<Name extends ImportCall> {
  file: File
  query: QueryInput<Endpoints[Name]> & object
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Called with the progress, from 0 to 1. */
  onSent?: (part: number) => void
}

/**
 * @throws {ApiError} for any unsuccessful response. If no response arrives, throws the error from {@link whyNotSent}.
 */
export const sendFile = <Name extends ImportCall>(
  name: Name,
  { file, query, headers, signal, onSent }: Sending<Name>,
): Promise<AnswerOf<Name>> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const given = Object.entries(query).filter(([, value]) => value !== undefined)
    const search = new URLSearchParams(given as [string, string][])
    request.open(endpoints[name].method, `${endpoints[name].path}?${search}`)
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
