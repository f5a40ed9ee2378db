/** The store that was to receive the bytes refused them: with its answer's status, 0 for none, and body. */
export class StoreError extends Error {
  override readonly name = 'StoreError'

  constructor(
    readonly status: number,
    readonly body: string,
    cause?: unknown,
  ) {
    super(`${status}: The upload failed`, { cause })
  }
}
