import { drains } from './draining.ts'

drains('2')
