import { terminates } from './terminated.ts'

terminates('2')
