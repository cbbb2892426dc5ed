import type { Config } from '#server/config/config.ts'
import { write } from '#server/db/write.ts'
import { fillDays } from '#server/features/calendar/fill-days.ts'
import { openShop } from '#server/open-shop.ts'
import { aKeyedBuyer, orderBody } from '../a-buyer.ts'
import { aProduct } from '../a-shop.ts'

/** A Sunday (YYYY-MM-DD), its order deadline by the farm's clock, and when someone asks. */
export type Question = { day: string; orderTime: string; at: string[] }

export type Asked = { config: Config; questions: Question[] }

/**
 * The process's time zone; for each instant of each question, whether the day is listed and what
 * the quote says.
 */
export type Told = { timeZone: string; answers: [isListed: boolean, quote: string | number][][] }

const MARKET = 1
const SUNDAY = 7

const { config, questions } = JSON.parse(process.argv[2] ?? '') as Asked
const clock = { now: new Date(0) }
const plain = { client: null, renderPage: async () => ({ status: 200, html: '' }) }
const { app, shop, close } = await openShop(config, plain, () => clock.now)
const eggs = await aProduct(shop.db, { stock: 1000 })
await write(shop.db, async (tx) => {
  await tx.deleteFrom('market_days').execute()
  await tx.deleteFrom('day_rules').execute()
})

async function setRule(orderTime: string): Promise<void> {
  const dates = { first_day: '2026-01-01', last_day: null, season_from: null, season_until: null }
  const hours = { opens: '09:00', closes: '12:00', order_days: 0, order_time: orderTime }
  const rule = { place_id: MARKET, weekday: SUNDAY, every_weeks: 1, capacity: null } as const
  await write(shop.db, async (tx) => {
    await tx.deleteFrom('market_days').execute()
    await tx.deleteFrom('day_rules').execute()
    await tx
      .insertInto('day_rules')
      .values({ ...rule, ...dates, ...hours })
      .execute()
  })
}

async function ask(day: string): Promise<[boolean, string | number]> {
  const { days } = (await app.inject({ url: '/api/market-days' })).json()
  const isListed = days.some((one: { day: string }) => one.day === day)
  const buyer = aKeyedBuyer({ inject: (asking) => app.inject(asking) })
  const quote = await buyer.createIntent(orderBody([[eggs, 1]], { day }))
  return [isListed, quote.json().code ?? quote.statusCode]
}

const answers: Told['answers'] = []
for (const { day, orderTime, at } of questions) {
  await setRule(orderTime)
  const row: Told['answers'][number] = []
  for (const instant of at) {
    clock.now = new Date(instant)
    await fillDays(shop)
    row.push(await ask(day))
  }
  answers.push(row)
}
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
const told: Told = { timeZone, answers }
process.send?.(told)
await close()
process.disconnect?.()
