import { hostileFields } from '#test/api/hostile-fields.ts'

hostileFields(Infinity)
