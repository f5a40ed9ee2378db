/** Why the embedded database did not start, in words for the operator. */
export class StartError extends Error {
  override name = 'StartError'
}
