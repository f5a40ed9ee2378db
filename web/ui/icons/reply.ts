import { createIcon } from './create-icon.ts'

export const Reply = createIcon([
  ['path', { d: 'M20 18v-2a4 4 0 0 0-4-4H4' }],
  ['path', { d: 'm9 17-5-5 5-5' }],
])
