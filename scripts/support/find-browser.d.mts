/** Types for the browser tests' configuration. */
export interface FoundBrowser {
  executablePath: string
  /** How it was found, for the log. */
  via: string
}
export declare const plainHost: string
export declare const launchArguments: string[]
export declare function findBrowser(): Promise<FoundBrowser>
export declare function findQuickBrowser(): Promise<FoundBrowser>
