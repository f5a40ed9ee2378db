import { createIcon } from './create-icon.ts'

export const Clock3 = createIcon([
  ['circle', { cx: '12', cy: '12', r: '10' }],
  ['path', { d: 'M12 6v6h4' }],
])
