import { hostileFields } from '#test/api/hostile-fields.ts'

// All of them.
hostileFields(Infinity)
