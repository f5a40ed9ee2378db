import { freezes } from './frozen.ts'

freezes('TLS')
