import { bookRaces } from './book-races.ts'
import { commitmentRaces } from './commitment-races.ts'

bookRaces({ sequences: 4, storms: 4, releases: 5, departures: 4 })

commitmentRaces({ rushes: 4, storms: 4 })
