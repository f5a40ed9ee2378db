/** The object store rejected an upload: the response's status (0 without a response) and body. */
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
