import { stall } from '#contract/market/stall.ts'
import { stallDesk } from '#contract/market/stall-desk.ts'
import { snapshot } from '#server/db/write.ts'
import { type App, serve } from '#server/http/endpoints.ts'
import { visitOf } from '#server/http/gates.ts'
import type { Shop } from '#server/shop.ts'
import { dismissPhone, losePhone } from './end-phone.ts'
import { type StallGate, showGrant } from './grants.ts'
import { listStallDays } from './list-days.ts'
import { countNoted } from './list-missing.ts'
import { commandLimit, receiveCommands, receiveFile, settleNoted } from './receive-commands.ts'
import { settleCommand } from './settle-command.ts'
import { recordReading, showStallDay } from './show-day.ts'
import { showOverview } from './show-overview.ts'

type StallOptions = { gate: StallGate; limits: boolean }

export function stallRoutes(app: App, shop: Shop, { gate, limits }: StallOptions): void {
  const { db, now } = shop
  serve(app, stall.grant, async ({ body }, { request, reply }) => {
    const [grant, at] = [await gate.grant(request, reply, body), now()]
    return { grant, days: await listStallDays(db, grant.person.role, at), at: at.toISOString() }
  })
  serve(app, stall.leave, (_, { request, reply }) => gate.leave(request, reply))
  serve(app, stall.days, async (_, { request }) => {
    const [holder, at] = [gate.holderOf(request), now()]
    return {
      grant: showGrant(holder),
      days: await listStallDays(db, holder.person.role, at),
      at: at.toISOString(),
      noted: await countNoted(db, holder.phoneId),
    }
  })
  serve(app, stall.day, async ({ params }, { request }) => {
    const { phoneId, person } = gate.holderOf(request)
    const reading = { id: params.id, phoneId, role: person.role }
    const day = await snapshot(db, (tx) => showStallDay(tx, reading, now()))
    await recordReading(db, { phoneId, dayId: params.id }, now())
    return day
  })
  const limit = limits ? commandLimit(now) : () => {}
  serve(app, stall.send, async ({ body }, { request }) => {
    const holder = gate.holderOf(request, { mayBeLost: true })
    limit(holder.phoneId, { notes: body.commands.length, bytes: request.bodyLength })
    const received = await receiveCommands(shop, holder, body)
    await settleNoted(shop, received.results)
    return received
  })
  stallDeskRoutes(app, shop)
}

function stallDeskRoutes(app: App, shop: Shop): void {
  const { db, now } = shop
  const overview = () => snapshot(db, (tx) => showOverview(tx, now()))
  serve(app, stallDesk.overview, overview)
  serve(app, stallDesk.settle, async ({ params, body: { how, message: note } }) => {
    await settleCommand(shop, { ...params, how, note })
    await settleNoted(shop, [params])
    return overview()
  })
  serve(app, stallDesk.lost, async ({ params }, { request }) => {
    await losePhone(shop, params.id, visitOf(request).source)
    return overview()
  })
  serve(app, stallDesk.done, async ({ params }) => {
    await dismissPhone(shop, params.id)
    return overview()
  })
  serve(app, stallDesk.file, async ({ body }) => {
    const received = await receiveFile(shop, body)
    await settleNoted(shop, received.results)
    return received
  })
}
