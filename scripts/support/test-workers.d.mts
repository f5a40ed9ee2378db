export const testWorkers: number
export const browserTestWorkers: number
