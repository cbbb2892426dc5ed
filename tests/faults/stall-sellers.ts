import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { StallReceived } from '#contract/market/stall.ts'
import type { Config } from '#server/config/config.ts'
import { openForReading } from '#server/db/open-database.ts'
import type { Db } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import type { Command } from '#web/stall/store/stored.ts'
import { type Line, NoAnswer, sendOutbox } from '#web/stall/sync/send-outbox.ts'
import { signIn } from '../a-shop.ts'
import { aStoreInMemory } from '../a-stall-store.ts'
import { whatIsWrong } from '../books.ts'
import { aFarShop } from './a-far-shop.ts'

/** Commands waiting on a phone each time it begins to send. */
export const AT_ONCE = 12

/** Ms before an unanswered phone tries again. */
const MOMENT = 20

type Far = ReturnType<typeof aFarShop>

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

async function grant(far: Far, desk: string, deviceId: string): Promise<string> {
  const granted = await far.inject({
    ...{ method: 'POST', url: '/api/stall/grants', headers: { cookie: desk } },
    payload: { deviceId, label: 'Phone' },
  })
  expect(granted.statusCode).toBe(201)
  return granted.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

async function aSeller(far: Far, desk: string, { dayId, eggs }: { dayId: number; eggs: number }) {
  const deviceId = crypto.randomUUID()
  const cookie = await grant(far, desk, deviceId)
  const store = aStoreInMemory(deviceId)
  const noted: Command[] = []
  const answered = new Set<string>()
  const statuses = new Set<number>()
  const line: Line = {
    async send(sending): Promise<StallReceived> {
      const url = '/api/stall/commands'
      const call = { method: 'POST' as const, url, headers: { cookie }, payload: sending }
      const answer = await far.inject(call).catch(() => null)
      if (!answer) throw new NoAnswer('away')
      statuses.add(answer.statusCode)
      if (answer.statusCode !== 200) throw new NoAnswer('failed')
      const received = answer.json<StallReceived>()
      for (const { id } of received.results) answered.add(id ?? '')
      return received
    },
  }
  const note = () => {
    const nth = noted.length
    const common = { id: crypto.randomUUID(), seq: 0, madeAt: new Date().toISOString() }
    const at = { ...common, marketDayId: dayId }
    const units = 1 + (nth % 3)
    const amount = units * 5
    const ways: Command[] = [
      {
        ...{ ...at, kind: 'sell', lines: [{ productId: eggs, units, amount }], note: null },
        tenders: [{ way: 'Cash', isCash: true, amount }],
      },
      { ...at, kind: 'load', goods: [{ productId: eggs, units }] },
      { ...at, kind: 'cash-move', move: 'put_in', amount: units, note: null },
    ]
    const command = ways[nth % 3]
    if (!command) throw new Error('There are three ways.')
    noted.push(command)
    store.note(command)
  }
  const send = () => sendOutbox({ store, line, now: () => new Date() })
  return {
    ...{ noted, answered, statuses },
    outbox: () => store.outbox(),
    /** Sells and sends until told to stop, then until all of it is answered. */
    async work(isOver: () => boolean): Promise<void> {
      for (;;) {
        const isLast = isOver()
        if (!isLast) for (let count = 0; count < AT_ONCE; count++) note()
        while ((await send()).reason !== 'done') await pause(MOMENT)
        if (isLast) return
      }
    },
  }
}

export type Seller = Awaited<ReturnType<typeof aSeller>>

export async function twoSellers(config: Config, eggs: number, urlNow: () => string) {
  const far = aFarShop(urlNow)
  const reading = await openForReading(config)
  const days = reading.db.selectFrom('market_days').select('id').where('place_id', '=', 1)
  const { id: dayId } = await days.orderBy('day').executeTakeFirstOrThrow()
  await reading.close()
  const desk = await signIn(far)
  const about = { dayId, eggs }
  return [await aSeller(far, desk, about), await aSeller(far, desk, about)]
}

export const answeredOf = (sellers: readonly Seller[]) =>
  sum(sellers.map(({ answered }) => answered.size))

/** Each command has one row, one effect and one line in the history, and nothing waits. */
export async function judgeSellers(db: Db, sellers: readonly Seller[]): Promise<void> {
  const noted = sellers.flatMap((seller) => seller.noted)
  const ids = noted.map(({ id }) => id).sort()
  for (const { outbox } of sellers) expect(await outbox()).toEqual([])
  expect(sellers.flatMap(({ answered }) => [...answered]).sort()).toEqual(ids)
  const idsOf = (kind: string) => noted.filter((one) => one.kind === kind).map(({ id }) => id)
  const rows = await db.selectFrom('stall_commands').select(['id', 'outcome']).execute()
  expect(rows.map(({ id }) => id).sort()).toEqual(ids)
  expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['applied']))
  const history = db.selectFrom('audit').select('id').where('action', '=', 'noted')
  expect((await history.execute()).length).toBe(ids.length)
  const sales = await db.selectFrom('sales').select('id').execute()
  expect(sales.map(({ id }) => id).sort()).toEqual(idsOf('sell').sort())
  const moves = await db.selectFrom('cash_moves').select('id').execute()
  expect(moves.map(({ id }) => id).sort()).toEqual(idsOf('cash-move').sort())
  const goods = await db.selectFrom('stall_goods').select('command_id').execute()
  expect(goods.map(({ command_id }) => command_id).sort()).toEqual(idsOf('load').sort())
  const paid = await db.selectFrom('tenders').select('amount_cents').execute()
  const taken = noted.map((one) => (one.kind === 'sell' ? sum(one.tenders.map(centsOf)) : 0))
  expect(sum(paid.map(({ amount_cents }) => amount_cents))).toBe(sum(taken))
  expect([...(await checkBooks(db)), ...(await whatIsWrong(db))]).toEqual([])
}

const centsOf = ({ amount }: { amount: string | number }) => Number(amount) * 100
