import { afterAll, afterEach, expect } from 'vitest'
import type { Person } from './builders.ts'
import { openDesk, type Desk } from './desk.ts'

interface DeskWithPeople {
  desk: Desk
  olga: Person
  lena: Person
  luis: Person
}

/**
 * A server for the tests in one file, with the administrator Olga North and the lenders Lena Brook and Luis Ortega.
 * Expects after each test that no error has been logged.
 */
export async function openDeskWithPeople(
  settings: Record<string, string> = {},
): Promise<DeskWithPeople> {
  const desk = await openDesk(settings)
  afterAll(() => desk.close())
  afterEach(() => {
    expect(desk.errors).toEqual([])
  })
  return {
    desk,
    olga: await desk.makeAdmin({ lastName: 'North' }),
    lena: await desk.makeLender(),
    luis: await desk.makeLender({ firstName: 'Luis', lastName: 'Ortega' }),
  }
}
