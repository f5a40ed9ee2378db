import type { EndpointName } from '#contract/endpoints.ts'
import { send, type Input } from './client.ts'

/** Calls an endpoint that answers with a file, whose name is in the headers. */
export const callFile = <N extends EndpointName>(name: N, input: Input<N>) => send(name, input)
