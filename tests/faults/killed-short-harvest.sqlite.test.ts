import { expect, test } from 'vitest'
import { HOUR } from '#contract/time/durations.ts'
import { aShortHarvest, DAY } from '../a-short-harvest.ts'
import { everyRow } from '../every-row.ts'
import { IS_LONG } from '../length-of-run.ts'
import { workApart } from './work-apart.ts'

const { ORDERS, STEP } = IS_LONG ? { ORDERS: 60, STEP: 1 } : { ORDERS: 4, STEP: 37 }

/** Of four orders one has nothing else, one wants something similar, and one a call. */
async function aMarket() {
  const its = await aShortHarvest({ carrots: ORDERS * 2 + 5, kale: ORDERS * 3 })
  for (let count = 0; count < ORDERS; count++) {
    const ifShort = [null, null, 'substitute', 'call'][count % 4]
    await its.buy(2, { ifShort }, count % 4 === 0 ? [] : [[its.kale, 1]])
  }
  return its
}

/** In a long run news grows old and is dropped. */
const lasting = (rows: readonly string[]) => rows.filter((row) => !row.startsWith('news: '))

test('a process that is killed anywhere in a short harvest leaves all of it undone, or done', {
  timeout: 2 * HOUR,
}, async () => {
  const { shop, plan, draftOf, db, wrong, round, stockOf, carrots } = await aMarket()
  const draft = draftOf({ have: 0 })
  const { confirm } = await plan(draft)
  const { dataDir, databaseUrl } = shop.config
  const share = { dataDir, databaseUrl, day: DAY, draft: { ...draft, confirm } }
  const before = await everyRow(shop)
  const known = new Set(before)
  let kills = 0
  for (let at = 1; ; at += STEP) {
    if ((await workApart({ kill: { at, by: 'statement' }, share })) === 'done') break
    const after = await everyRow(shop)
    const isNew = (row: string) => !known.has(row)
    expect(after.filter(isNew), `statement ${at}`).toEqual([])
    expect(lasting(after), `statement ${at}`).toEqual(lasting(before))
    kills++
  }
  expect(kills).toBeGreaterThan(2)
  if (IS_LONG) console.log(`${ORDERS} orders, killed at each of ${kills} statements`)
  expect(await workApart({ kill: null, share })).toBe('done')
  await round()
  const quarter = ORDERS / 4
  const rows = async (table: 'order_changes' | 'refunds' | 'short_calls') =>
    (await db.selectFrom(table).selectAll().execute()).length
  expect(await rows('order_changes')).toBe(quarter * 2)
  expect(await rows('refunds')).toBe(quarter * 3)
  expect(await rows('short_calls')).toBe(quarter)
  const mails = db
    .selectFrom('outbox')
    .select('order_id')
    .where('kind', 'in', ['changed', 'refunded'])
  const sent = (await mails.execute()).map(({ order_id }) => order_id)
  expect([sent.length, new Set(sent).size]).toEqual([quarter * 3, quarter * 3])
  // What never grew isn't for sale, and neither is what was still on offer.
  expect(await stockOf(carrots.id)).toBe(0)
  expect(await wrong()).toEqual([])
})
