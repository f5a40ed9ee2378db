import { bookRaces } from '#test/api/book/book-races.ts'
import { commitmentRaces } from '#test/api/book/commitment-races.ts'

bookRaces({ sequences: 12, storms: 10, releases: 20, departures: 10 })

commitmentRaces({ rushes: 20, storms: 12 })
