/** How long the server may give an answer that it has kept (decision 20). */
export const longestKeptMs = 1_000
