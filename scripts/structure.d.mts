/** Types for the tests of the structure. */
export declare function readImports(): { from: string; to: string }[]
export declare function drawStructure(): string
