/** Types for the tests of the npm commands. */
export declare function hashOf(...names: string[]): string
export declare function unlessDone(
  stamp: string,
  hash: string,
  work: () => Promise<void>,
): Promise<boolean>
