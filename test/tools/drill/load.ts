import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import { actsOfAdmin } from './load-admins.ts'
import { actsOfLender } from './load-lenders.ts'
import type { Act, Acts, Scene } from './scene.ts'

export interface Load {
  stop: () => Promise<void>
}

export function startLoad(scene: Scene): Load {
  let isOver = false
  const { admins, lenders } = scene.copy
  const own = (name: string): Scene => ({ ...scene, chance: scene.chance.fork(name) })
  const everybody = [
    ...lenders.map((lender, index) => actsOfLender(own(`lender ${index}`), lender)),
    ...admins.map((admin, index) => actsOfAdmin(own(`admin ${index}`), admin, index)),
  ]
  const work = everybody.map(({ chance, acts }) => keepActing(chance, acts, () => isOver))
  return {
    async stop() {
      isOver = true
      await Promise.all(work)
    },
  }
}

async function keepActing(chance: Chance, acts: Acts, isOver: () => boolean) {
  while (!isOver()) {
    const outcome = await weighted(chance, acts)()
    if (outcome === null) await sleep(1)
    // A rejected caller retries soon to detect when the server is available again.
    else if (outcome === 'away' || outcome === 'unsent') await sleep(chance.whole(30, 80))
    else await sleep(chance.whole(4, 20))
  }
}

function weighted(chance: Chance, acts: Acts): Act {
  let left = chance.whole(
    1,
    acts.reduce((sum, [weight]) => sum + weight, 0),
  )
  const found = acts.find(([weight]) => (left -= weight) <= 0)
  return found ? found[1] : async () => null
}
