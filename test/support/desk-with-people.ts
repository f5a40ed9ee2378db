import type { Person } from './builders.ts'
import { openDesk, type Desk } from './desk.ts'

/** A desk with the people of many stories: Olga North administers it, Lena Brook and Luis Ortega lend. */
export async function openDeskWithPeople(): Promise<{
  desk: Desk
  olga: Person
  lena: Person
  luis: Person
}> {
  const desk = await openDesk()
  return {
    desk,
    olga: await desk.makeAdmin({ lastName: 'North' }),
    lena: await desk.makeLender(),
    luis: await desk.makeLender({ firstName: 'Luis', lastName: 'Ortega' }),
  }
}
