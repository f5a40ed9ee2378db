import type { EndpointName } from '#contract/endpoints.ts'
import { ApiError, send, type Input } from './client.ts'

/** Calls an endpoint that answers with a file, whose name is in the headers. */
export const callFile = <N extends EndpointName>(name: N, input: Input<N>) => send(name, input)

/** Whether that call would succeed now, by a HEAD, to which a server answers without a body. */
export async function askForFile<N extends EndpointName>(
  name: N,
  input: Input<N>,
): Promise<boolean> {
  try {
    await send(name, { ...input, method: 'HEAD' })
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
