import { createIcon } from './create-icon.ts'

export const ListFilter = createIcon([
  ['path', { d: 'M2 5h20' }],
  ['path', { d: 'M6 12h12' }],
  ['path', { d: 'M9 19h6' }],
])
