import { commitmentRaces } from './commitment-races.ts'

commitmentRaces({ rushes: 4, storms: 4 })
