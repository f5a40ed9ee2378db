/** Types for the test of the pictures. */
export declare const pictureName: RegExp
export declare function printPictures(names: readonly string[]): string
