/** Why the embedded database did not start, written for the operator. */
export class StartError extends Error {
  override name = 'StartError'
}
