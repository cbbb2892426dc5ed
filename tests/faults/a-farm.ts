import { MINUTE } from '#contract/time/durations.ts'
import { readConfig } from '#server/config/config.ts'
import { openForReading } from '#server/db/open-database.ts'
import { aMailServer } from '../a-mail-server.ts'
import { aPlace, atStandIn, signIn } from '../a-shop.ts'
import type { AtEnd } from '../at-end.ts'
import { ARE_TWO } from '../round-robin.ts'
import { STRIPE_ENV } from '../stripe-stand-in/shop-env.ts'
import { aStripeStandIn } from '../stripe-stand-in/stand-in.ts'
import { aDoor } from './a-door.ts'
import { aFarShop } from './a-far-shop.ts'
import { aKeptShop } from './a-kept-shop.ts'
import { aShopProcess, type ShopProcess } from './a-shop-process.ts'
import { begunMails, type Post, whatWentWrong } from './end-of-day.ts'

/** Minutes until a killed shop reopens by default: its claims and last touches are old by then. */
const LATER = 2

export type Farm = Awaited<ReturnType<typeof aFarm>>

/**
 * A shop on the run's engine, in real processes that can be killed and reopened on the same data;
 * with a fake Stripe, a mail server, a read-only handle, and a clock that moves forward.
 */
export async function aFarm(atEnd: AtEnd) {
  const clock = { ahead: 0 }
  const now = () => new Date(Date.now() + clock.ahead)
  const stripe = await aStripeStandIn(now, atEnd)
  const mail = await aMailServer(atEnd)
  const known = { DEMO: '0', LIMITS: 'off', LOG_LEVEL: 'error', ...STRIPE_ENV }
  const sending = { SMTP_URL: mail.url, MAIL_FROM: 'farm@example.com' }
  const config = atStandIn(readConfig({ ...known, ...sending, ...(await aPlace(atEnd)) }), stripe)
  const reading = await openForReading(config)
  atEnd(() => reading.close())
  const processes: ShopProcess[] = []
  atEnd(async () => void (await Promise.all(processes.map((one) => one.kill()))))
  const running = () => processes.filter((one) => one.isAlive())
  const all = async (work: (one: ShopProcess) => Promise<void>) => {
    for (const done of await Promise.allSettled(running().map(work)))
      if (done.status === 'rejected') throw done.reason
  }
  let requested = 0
  const far = aFarShop(() => running().at(requested++ % Math.max(1, running().length))?.url ?? '')
  const holds = () =>
    [...stripe.till.intents.values()].map(({ id, status, amount }) => {
      const refunded = stripe.till.refundsOf(id).reduce((sum, refund) => sum + refund.amount, 0)
      return { id, status, amount_cents: amount, refunded }
    })
  const post: Post = { arrived: mail.arrived, cutOff: [] }
  return {
    ...{
      stripe,
      door: aDoor(stripe),
      mail,
      post,
      db: reading.db,
      now,
      far,
      desk: aDesk(far),
      holds,
      running,
    },
    databaseUrl: config.databaseUrl,
    /**
     * Opens a process of the shop `minutes` later; `--mode two` adds another that gets every second
     * call.
     */
    async open(minutes = LATER): Promise<ShopProcess> {
      clock.ahead += minutes * MINUTE
      const opened = await aShopProcess(config, clock.ahead)
      processes.push(opened)
      if (ARE_TWO && config.databaseUrl) processes.push(await aShopProcess(config, clock.ahead))
      return opened
    },
    /** Opens the real server on a socket that is kept open, as on a server of `farmstand setup`. */
    async openKept() {
      const kept = await aKeptShop(config, clock.ahead, atEnd)
      processes.push(kept)
      return kept
    },
    async kill(): Promise<void> {
      await Promise.all(running().map((one) => one.kill()))
      post.cutOff.push(...(await begunMails(reading.db)))
    },
    /** Runs every process's jobs `minutes` later; nothing is in progress while the clock moves. */
    async round(minutes: number): Promise<void> {
      await all((one) => one.settle())
      clock.ahead += minutes * MINUTE
      await all((one) => one.round(clock.ahead))
    },
    whatWentWrong: () => whatWentWrong(reading.db, post, holds()),
  }
}

function aDesk(far: ReturnType<typeof aFarShop>) {
  let cookie = ''
  return async (method: 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const asking = () => ({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) })
    const answer = await far.inject(asking())
    if (answer.statusCode !== 401) return answer
    cookie = await signIn(far)
    return far.inject(asking())
  }
}
