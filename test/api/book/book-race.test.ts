import { bookRaces } from './book-races.ts'

bookRaces({ sequences: 4, storms: 4, releases: 5, departures: 4 })
