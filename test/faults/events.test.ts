import { sendsEvents } from './events.ts'

sendsEvents('2')
