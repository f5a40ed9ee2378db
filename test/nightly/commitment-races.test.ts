import { commitmentRaces } from '#test/api/book/commitment-races.ts'

commitmentRaces({ rushes: 20, storms: 12 })
