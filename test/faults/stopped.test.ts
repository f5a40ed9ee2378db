import { stops } from './stopped.ts'

stops('2')
