/** Types for the measurement of the screens. */
export declare function ensureLighthouse(): Promise<string>
