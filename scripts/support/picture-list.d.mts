/** Types for the test of the pictures. */
export declare function printPictures(names: readonly string[]): string
