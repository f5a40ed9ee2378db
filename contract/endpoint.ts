/** The type of a row in the table of calls, and what can be derived from one. */
import type { Access } from '#domain/access.ts'
import type * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * What the calls of one account are counted as, together; `server/http/call-limits.ts` has the
 * numbers. Whatever has no limit of its own is one of the changes.
 */
export type CallLimit = 'commitments' | 'messages' | 'favorites' | 'resetLinks' | 'changes'

export interface Endpoint {
  method: Method
  /** Path parameters are written `:id`; a last `*` takes the rest of the path. */
  path: string
  /** Who may call it: the one word that decides. */
  access: Access
  /** How often one account may call it; every call that changes something for who is signed in has one. */
  limit?: CallLimit
  /** One sentence for the API page. */
  summary: string
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Takes the bytes of a file instead of JSON, as a stream; at most so many. */
  takesBytes?: number
  /** The shape of the answer; `null` is 204, `bytes` a file or page that the handler sends itself. */
  response: z.ZodMiniType | null | 'bytes'
  /** 200 unless said otherwise; 204 follows from a null response. */
  status?: 200 | 201 | 202
  /** No link of another site may lead to it, as none changes anything: it is on record who asked. */
  ownPagesOnly?: true
  /** Honours an Idempotency-Key header. */
  idempotent?: boolean
}

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : Path extends `${string}*`
      ? '*'
      : never

/** `{ id: string }` for "/api/loans/:id". */
export type PathParams<E extends Endpoint> = Record<Names<E['path']>, string>
/** What a caller sends as body: before parsing. */
export type BodyInput<E extends Endpoint> = E extends { body: z.ZodMiniType }
  ? z.input<E['body']>
  : undefined
/** What a handler gets as body: after parsing. */
export type Body<E extends Endpoint> = E extends { body: z.ZodMiniType }
  ? z.output<E['body']>
  : undefined
export type QueryInput<E extends Endpoint> = E extends { query: z.ZodMiniType }
  ? z.input<E['query']>
  : undefined
export type Query<E extends Endpoint> = E extends { query: z.ZodMiniType }
  ? z.output<E['query']>
  : undefined
export type Answer<E extends Endpoint> = E['response'] extends z.ZodMiniType
  ? z.output<E['response']>
  : E['response'] extends null
    ? null
    : unknown
