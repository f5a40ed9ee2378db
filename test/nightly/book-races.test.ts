import { bookRaces } from '#test/api/book/book-races.ts'

bookRaces({ sequences: 12, storms: 10, releases: 20, departures: 10 })
