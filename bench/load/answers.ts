/** Finds the ends of HTTP/1.1 answers in what a connection sends, as cheaply as possible. */

export interface Answer {
  status: number
  bytes: number
}

/** The code in the body of a refusal; "none" where it has none. */
export function refusalCode(body: string): string {
  try {
    const { code } = JSON.parse(body) as { code?: unknown }
    return typeof code === 'string' ? code : 'none'
  } catch {
    return 'none'
  }
}

const headEnd = Buffer.from('\r\n\r\n')

/** Reads the answers of one connection, one after another. */
export class AnswerReader {
  #pending: Buffer = Buffer.alloc(0)
  #status = 0
  #bytes = 0
  /** Bytes of the body that are still to come, when its length was announced; null before its head. */
  #left: number | null = null
  #isChunked = false
  readonly #onAnswer: (answer: Answer) => void
  readonly #onRefusal: (body: string) => void

  constructor(onAnswer: (answer: Answer) => void, onRefusal: (body: string) => void = () => {}) {
    this.#onAnswer = onAnswer
    this.#onRefusal = onRefusal
  }

  /** Takes what arrived. */
  read(chunk: Buffer): void {
    let data = this.#pending.length > 0 ? Buffer.concat([this.#pending, chunk]) : chunk
    for (;;) {
      const rest = this.#advance(data)
      if (rest === null) break
      data = rest
    }
  }

  /** One step; the rest after it, or null when more has to arrive. */
  #advance(data: Buffer): Buffer | null {
    if (this.#left === null && !this.#isChunked) return this.#readHead(data)
    if (this.#isChunked) return this.#readChunk(data)
    return this.#readBody(data)
  }

  #readHead(data: Buffer): Buffer | null {
    const end = data.indexOf(headEnd)
    if (end < 0) return this.#wait(data)
    const head = data.toString('latin1', 0, end)
    this.#status = Number(head.slice(9, 12))
    this.#bytes = end + headEnd.length
    this.#isChunked = /\r\ntransfer-encoding: *chunked/i.test(head)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    if (!this.#isChunked) this.#left = Number(length ?? 0)
    this.#pending = Buffer.alloc(0)
    return data.subarray(end + headEnd.length)
  }

  #readBody(data: Buffer): Buffer | null {
    const left = this.#left ?? 0
    if (this.#status >= 400 && data.length < left) return this.#wait(data)
    const taken = Math.min(left, data.length)
    if (this.#status >= 400) this.#onRefusal(data.toString('utf8', 0, taken))
    this.#bytes += taken
    this.#left = left - taken
    if (this.#left > 0) return this.#wait(Buffer.alloc(0))
    return this.#finish(data.subarray(taken))
  }

  /** A chunk is its length in hexadecimal on a line, its bytes, and a line's end; the last one is empty. */
  #readChunk(data: Buffer): Buffer | null {
    if (this.#left !== null) {
      const taken = Math.min(this.#left, data.length)
      this.#bytes += taken
      this.#left -= taken
      if (this.#left > 0) return this.#wait(Buffer.alloc(0))
      this.#left = null
      return data.subarray(taken)
    }
    const end = data.indexOf('\r\n')
    if (end < 0) return this.#wait(data)
    const size = Number.parseInt(data.toString('latin1', 0, end), 16)
    if (size === 0) {
      if (data.length < end + 4) return this.#wait(data)
      this.#bytes += end + 4
      return this.#finish(data.subarray(end + 4))
    }
    this.#bytes += end + 2
    // The line's end after the chunk counts as a part of it.
    this.#left = size + 2
    this.#pending = Buffer.alloc(0)
    return data.subarray(end + 2)
  }

  #finish(rest: Buffer): Buffer | null {
    const answer = { status: this.#status, bytes: this.#bytes }
    this.#left = null
    this.#isChunked = false
    this.#pending = Buffer.alloc(0)
    this.#onAnswer(answer)
    return rest.length > 0 ? rest : this.#wait(rest)
  }

  #wait(rest: Buffer): null {
    this.#pending = rest
    return null
  }
}
