import { admin } from '#contract/people/admin.ts'
import { people } from '#contract/people/people.ts'
import { snapshot } from '#server/db/write.ts'
import { type App, serve } from '#server/http/endpoints.ts'
import { mustSignInAgain, visitOf } from '#server/http/gates.ts'
import { rateLimit } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import { addHelper, endHelper, listPeople, renamePerson } from './edit-people.ts'
import type { GateStores } from './gates.ts'
import { endDevice, linkDevice, makeLink, renameDevice } from './linked-devices.ts'
import { findPerson } from './people-queries.ts'
import { signOut } from './sign-out.ts'

const TRIES = {
  most: 20,
  within: 60_000,
  message: 'Too many tries. Please wait a minute.',
}

export function peopleRoutes(
  app: App,
  shop: Shop,
  { origin, limits, ...doors }: GateStores & { origin: string; limits: boolean },
): void {
  const countTry = limits ? rateLimit(shop.now, TRIES) : () => {}
  serve(app, admin.session, async (_, { request }) => {
    const { signedInAt, expiresAt, person: caller } = visitOf(request)
    const person = (await findPerson(shop.db, caller.id)) ?? caller
    return { signedInAt, expiresAt, person, asksAgain: mustSignInAgain(request, 'if-kept') }
  })
  serve(app, admin.logout, (_, call) => signOut(shop, doors, call))
  serve(app, people.list, () => snapshot(shop.db, (tx) => listPeople(tx, shop.now())))
  serve(app, people.add, ({ body }) => addHelper(shop, body))
  serve(app, people.rename, ({ params, body }) => renamePerson(shop, params.id, body))
  serve(app, people.end, ({ params }) => endHelper(shop, params.id))
  serve(app, people.makeLink, ({ params }) => makeLink(shop, params.id, origin))
  serve(app, people.renameDevice, ({ params, body }) => renameDevice(shop, params.id, body.label))
  serve(app, people.endDevice, ({ params }) => endDevice(shop, params.id))
  serve(app, people.linkDevice, async ({ body }, call) => {
    countTry(call.request)
    return linkDevice(shop, doors.devices, body, call)
  })
}
