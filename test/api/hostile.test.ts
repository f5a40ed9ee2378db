import { hostileFields } from './hostile-fields.ts'

hostileFields(8)
