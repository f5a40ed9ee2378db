import type { EndpointName } from '#contract/endpoints.ts'
import { ApiError, send, type Input } from './client.ts'

export const callFile = <N extends EndpointName>(name: N, input: Input<N>) => send(name, input)

/** Sends a HEAD request to check whether the call would succeed. */
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
