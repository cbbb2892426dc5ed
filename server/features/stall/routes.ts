import { stall } from '#contract/stall.ts'
import { snapshot } from '#server/db/write.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { type StallGate, showGrant } from './grants.ts'
import { listStallDays } from './list-days.ts'
import { receiveCommands } from './receive-commands.ts'
import { recordReading, showStallDay } from './show-day.ts'

export function stallRoutes(app: App, shop: Shop, gate: StallGate): void {
  const { db, now } = shop
  serve(app, stall.grant, async ({ body }, { request, reply }) => ({
    grant: await gate.grant(request, reply, body),
    days: await listStallDays(db, now()),
  }))
  serve(app, stall.days, async (_, { request }) => ({
    grant: showGrant(gate.holderOf(request)),
    days: await listStallDays(db, now()),
  }))
  serve(app, stall.day, async ({ params }, { request }) => {
    const { phoneId } = gate.holderOf(request)
    const day = await snapshot(db, (tx) => showStallDay(tx, params.id, now()))
    await recordReading(db, { phoneId, dayId: params.id }, now())
    return day
  })
  serve(app, stall.send, ({ body }, { request }) =>
    receiveCommands(shop, gate.holderOf(request, { mayBeLost: true }), body),
  )
}
