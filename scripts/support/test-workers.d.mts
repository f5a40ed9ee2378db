/** Types for the configuration of the tests. */
export declare const testWorkers: number
export declare const browserTestWorkers: number
