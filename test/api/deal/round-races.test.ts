import { roundRaces } from './round-races.ts'

roundRaces(4)
