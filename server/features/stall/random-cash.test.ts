import { expect, test } from 'vitest'
import { checkBooks } from '#server/features/books/check-books.ts'
import { showCashBox } from '#server/features/market/show-cash-box.ts'
import { aMarketMorning } from '#tests/a-market-morning.ts'
import { aPhone, type Phone } from '#tests/a-stall.ts'
import { IS_LONG, isShortOnPostgres } from '#tests/length-of-run.ts'
import { randomNumbers } from '#tests/random-numbers.ts'
import { aWorld } from '#tests/stall-world.ts'

const DAYS = IS_LONG ? 200 : isShortOnPostgres() ? 1 : 3

type Any = (below: number) => number

/** What a phone sends, the cash that it tells of, and which of the others never happened by it. */
type Note = { phone: Phone; sent: { id: string }; cash: number; undoes: string[] }

/** Dollars that came in cash and by a card reader, either of which may be nothing. */
function split(any: Any, total: number) {
  const cash = any(total + 1)
  const parts = [
    { way: 'Cash', isCash: true, amount: cash },
    { way: 'Card reader', isCash: false, amount: total - cash },
  ]
  return { cash, tenders: parts.filter(({ amount }) => amount > 0) }
}

type Making = {
  any: Any
  phones: readonly Phone[]
  orders: readonly { id: number; mark: string }[]
}

/** Something that happened at the stall, with what undoes it or gives a part back, perhaps by the other phone. */
function makeNotes({ any, phones, orders }: Making): Note[] {
  const pick = () => phones[any(phones.length)] as Phone
  const note = (phone: Phone, sent: { id: string }, cash = 0, undoes: string[] = []) => ({
    ...{ phone, sent, cash, undoes },
  })
  const [phone, other] = [pick(), pick()]
  const amount = 1 + any(40)
  const { cash, tenders } = split(any, amount)
  switch (any(4)) {
    case 0: {
      const lines = [{ name: 'Pumpkin', units: 1, amount }]
      const sale = phone.make('sell', { lines, tenders, note: null })
      const sold = note(phone, sale, cash)
      if (any(3) > 0) return [sold]
      return [sold, note(other, other.make('void-sale', { target: sale.id }), 0, [sale.id])]
    }
    case 1: {
      const order = orders[any(orders.length)] as Making['orders'][number]
      const pay = phone.make('pay', { order, tenders })
      const paid = note(phone, pay, cash)
      if (any(3) === 0)
        return [paid, note(other, other.make('void-pay', { target: pay.id }), 0, [pay.id])]
      const back = { way: 'Cash', isCash: true, amount: 1 + any(10), note: null }
      return any(2) === 0
        ? [paid]
        : [paid, note(other, other.make('pay-back', { order, ...back }), -back.amount)]
    }
    case 2: {
      const move = any(2) === 0 ? 'put_in' : 'paid_out'
      const sent = phone.make('cash-move', { move, amount, note: null })
      return [note(phone, sent, move === 'put_in' ? amount : -amount)]
    }
    default: {
      const start = phone.make('cash-start', { amount, replaces: [] })
      if (any(2) === 0) return [note(phone, start, amount)]
      const mended = other.make('cash-start', { amount: 2 * amount, replaces: [start.id] })
      return [note(phone, start, amount), note(other, mended, 2 * amount, [start.id])]
    }
  }
}

function shuffled<One>(list: readonly One[], any: Any): One[] {
  return list
    .map((one) => ({ one, place: any(1_000_000) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one)
}

/** What lies in the box once these were heard: whatever none of them undoes. */
function cashOf(heard: readonly Note[]): number {
  const undone = new Set(heard.flatMap(({ undoes }) => undoes))
  return heard.reduce((sum, { sent, cash }) => sum + (undone.has(sent.id) ? 0 : cash), 0)
}

const COUNTS = 2

const SEEDS = Array.from({ length: DAYS }, (_, day) => day + 1)

test.for(SEEDS)(
  'the cash of a day is what its notes add up to, in whatever order they are heard, at each count and after it (%i)',
  async (seed) => {
    const random = randomNumbers(seed)
    const any: Any = (below) => Math.floor(random() * below)
    const its = await aMarketMorning(0)
    const { dayId, db } = its
    const { orders } = await aWorld(its, () => crypto.randomUUID())
    const phones = [its.phone, await aPhone(its, { dayId, label: 'Phone 2' })]
    const all = Array.from({ length: 12 }, () => makeNotes({ any, phones, orders })).flat()
    const counts = Array.from({ length: COUNTS }, () => any(all.length)).toSorted((a, b) => a - b)
    const heard: Note[] = []
    const expected: number[] = []
    for (const note of shuffled(all, any)) {
      while (counts[0] === heard.length) {
        counts.shift()
        await its.phone.report('count-cash', { counted: any(100), note: null })
        expected.push(cashOf(heard))
      }
      heard.push(note)
      // Some arrive twice, as where an answer was lost.
      for (let time = any(4); time < 4; time += 3) await note.phone.send(note.sent)
    }
    const box = await showCashBox(db, dayId)
    const late = box.late.reduce((sum, { amount }) => sum + amount, 0)
    expect([box.expected, box.counts.map((count) => count.expected), late]).toEqual([
      cashOf(all),
      expected,
      cashOf(all) - (expected[0] ?? 0),
    ])
    const wrong = (await checkBooks(db)).filter(({ law }) => law === 'cash')
    expect(wrong).toEqual([])
  },
)
