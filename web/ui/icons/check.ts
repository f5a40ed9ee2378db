import { createIcon } from './create-icon.ts'

export const Check = createIcon([['path', { d: 'M20 6 9 17l-5-5' }]])
