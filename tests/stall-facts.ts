import type { StallCommandDraft } from '#contract/market/commands.ts'
import { DAY } from '#contract/time/durations.ts'
import { FARMER } from '#server/core/caller.ts'
import { write } from '#server/db/write.ts'
import { changeOrder } from '#server/features/orders/change-order.ts'
import { setStatus } from '#server/features/orders/change-order-status.ts'
import { receiveCommands } from '#server/features/stall/receive-commands.ts'
import { recordStockAction } from '#server/features/stock/record-action.ts'
import type { World } from './stall-world.ts'

type Fact = { who: 'first' | 'second' | 'desk'; run: (world: World) => Promise<void> }

const MADE = '2026-11-21T17:00:00.000Z'

type Draft<C = StallCommandDraft> = C extends unknown
  ? Omit<C, 'id' | 'seq' | 'madeAt' | 'marketDayId'>
  : never

/** The phone's clock may be days off. */
function sent(
  who: 'first' | 'second',
  name: string,
  draftOf: (world: World) => Draft,
  days = 0,
): Fact {
  return {
    who,
    run: async (world) => {
      world.seqs[who] += 1
      const madeAt = new Date(Date.parse(MADE) + days * DAY).toISOString()
      const common = {
        id: world.idOf(name),
        seq: world.seqs[who],
        madeAt,
        marketDayId: world.dayId,
      }
      const phoneId = world.phones[who]
      await receiveCommands(
        world.shop,
        { phoneId, isLost: false, person: FARMER },
        {
          ...{ version: 1, deviceId: phoneId, sentAt: MADE, waiting: 0, gone: [] },
          commands: [{ ...common, ...draftOf(world) }],
        },
      )
    },
  }
}

const cash = (amount: number) => ({ way: 'Cash', isCash: true, amount })

type Any = (below: number) => number

/** One fact, and maybe one that names it, each from its own phone. */
const KINDS: readonly ((any: Any, name: string) => Fact[])[] = [
  giving,
  giving,
  packing,
  packing,
  weighing,
  weighing,
  selling,
  selling,
  paying,
  loading,
  starting,
  harvesting,
  mistaking,
]

function phoneOf(any: Any): 'first' | 'second' {
  return any(2) === 0 ? 'first' : 'second'
}

const orderAt =
  (which: number) =>
  ({ orders }: World) =>
    orders[which] ?? { id: 0, mark: '' }

function giving(any: Any, name: string): Fact[] {
  const which = any(2)
  const orderOf = orderAt(which)
  const give = sent(phoneOf(any), name, (world) => {
    return { kind: 'give', order: orderOf(world), items: world.itemsOf(which) }
  })
  const back = sent(phoneOf(any), `${name} back`, (world) => {
    return { kind: 'take-back', order: orderOf(world), gives: [world.idOf(name)] }
  })
  return any(2) === 0 ? [give] : [give, back]
}

function packing(any: Any, name: string): Fact[] {
  const which = any(2)
  const orderOf = orderAt(which)
  const boxes = [undefined, 1, 2, 3][any(4)]
  const pack = sent(phoneOf(any), name, (world) => {
    const said = boxes === undefined ? {} : { boxes }
    return { kind: 'pack', order: orderOf(world), items: world.itemsOf(which), ...said }
  })
  const unpack = sent(phoneOf(any), `${name} again`, (world) => {
    return { kind: 'unpack', order: orderOf(world), packs: [world.idOf(name)] }
  })
  return any(2) === 0 ? [pack] : [pack, unpack]
}

/** Weighings on two phones know nothing of each other, unless one names the other. */
function weighing(any: Any, name: string): Fact[] {
  const which = any(2)
  const orderOf = orderAt(which)
  const weigh = (own: string, replaced: readonly string[]) => {
    const weight = any(4) === 0 ? null : (1 + any(7)) / 2
    const amount = any(4) === 0 ? { amount: any(6) } : {}
    return sent(phoneOf(any), own, (world) => ({
      ...{ kind: 'weigh', order: orderOf(world), productId: world.hamId, units: which + 1 },
      ...{ weight: 'amount' in amount ? null : weight, ...amount },
      replaces: replaced.map((one) => world.idOf(one)),
    }))
  }
  return any(2) === 0
    ? [weigh(name, [])]
    : [weigh(name, []), weigh(`${name} again`, [name]), weigh(`${name} last`, [`${name} again`])]
}

function selling(any: Any, name: string): Fact[] {
  const units = 1 + any(3)
  const sale = sent(phoneOf(any), name, ({ productId }) => {
    const lines = [{ productId, units, amount: units * 4 }]
    return { kind: 'sell', note: null, tenders: [cash(units * 4)], lines }
  })
  const undo = sent(phoneOf(any), `${name} void`, (world) => {
    return { kind: 'void-sale', target: world.idOf(name) }
  })
  return any(3) > 0 ? [sale] : [sale, undo]
}

/**
 * A take-back that names a sale, a starting count or what came home undoes none of them, and keeps
 * no other from doing so.
 */
function mistaking(any: Any, name: string): Fact[] {
  const made = [selling, starting, loading, packing, giving, weighing][any(6)] ?? selling
  const facts = made(any, name)
  const orderOf = orderAt(any(2))
  const wrong = sent(phoneOf(any), `${name} wrong`, (world) => {
    const named = [world.idOf(name), world.idOf(`${name} home`)]
    const order = orderOf(world)
    if (made === packing) return { kind: 'take-back', order, gives: named }
    return made === giving || any(2) === 0
      ? { kind: 'unpack', order, packs: named }
      : { kind: 'take-back', order, gives: named }
  })
  return [...facts, wrong]
}

function paying(any: Any, name: string): Fact[] {
  const orderOf = orderAt(any(2))
  const pay = sent(phoneOf(any), name, (world) => {
    return { kind: 'pay', order: orderOf(world), tenders: [cash(5)] }
  })
  const undo = sent(phoneOf(any), `${name} void`, (world) => {
    return { kind: 'void-pay', target: world.idOf(name) }
  })
  const back = sent(phoneOf(any), `${name} back`, (world) => {
    return { kind: 'pay-back', order: orderOf(world), ...cash(2), note: null }
  })
  return [[pay], [pay, undo], [pay, back]][any(3)] ?? []
}

function loading(any: Any, name: string): Fact[] {
  const [units, waste] = [1 + any(3), any(2)]
  const load = sent(phoneOf(any), name, ({ productId }) => {
    return { kind: 'load', goods: [{ productId, units }] }
  })
  const home = sent(phoneOf(any), `${name} home`, ({ productId }) => {
    return { kind: 'came-home', goods: [{ productId, back: 1, waste }], replaces: [] }
  })
  return any(3) > 0 ? [load] : [load, home]
}

/** A phone's clock may be a day off. */
function starting(any: Any, name: string): Fact[] {
  const amount = 10 + any(10)
  const first = sent(
    phoneOf(any),
    name,
    () => ({ kind: 'cash-start', amount, replaces: [] }),
    any(3) - 1,
  )
  const mended = sent(phoneOf(any), `${name} mended`, (world) => {
    return { kind: 'cash-start', amount: 2 * amount, replaces: [world.idOf(name)] }
  })
  return [first, mended]
}

function harvesting(any: Any, name: string): Fact[] {
  return [harvested(1 + any(3), name)]
}

export function someFacts(random: () => number): Fact[] {
  const any = (below: number) => Math.floor(random() * below)
  const facts = Array.from({ length: 4 + any(4) }, (_, number) =>
    (KINDS[any(KINDS.length)] ?? giving)(any, `fact ${number}`),
  ).flat()
  const cancelled = any(3)
  if (cancelled > 0) facts.push(cancelledAtDesk(any(2), cancelled === 1 ? 'sellable' : 'missing'))
  return facts
}

function harvested(units: number, name: string): Fact {
  return {
    who: 'desk',
    run: async ({ shop, productId, idOf }) => {
      const deed = { id: idOf(name), reason: 'harvest' as const, units, note: null }
      await recordStockAction(shop, productId, deed)
    },
  }
}

/** Two gives or packs of one order, and maybe something that undoes the `named` ones. */
export function someSaid(kind: 'give' | 'pack', random: () => number, name: string) {
  const any = (below: number) => Math.floor(random() * below)
  const orderOf = orderAt(0)
  const said = [0, 1].map((number) =>
    sent(any(2) === 0 ? 'first' : 'second', `${name} ${number}`, (world) => {
      return { kind, order: orderOf(world), items: world.itemsOf(0) }
    }),
  )
  // Sometimes those of the other half, which came before or are still to come.
  const named = ['one 0', 'one 1', 'other 0', 'other 1'].filter(() => any(2) === 0)
  const back: Fact = {
    ...sent('first', `${name} back`, (world) => {
      const [order, ids] = [orderOf(world), named.map((one) => world.idOf(one))]
      return kind === 'give'
        ? { kind: 'take-back', order, gives: ids }
        : { kind: 'unpack', order, packs: ids }
    }),
    who: 'desk',
  }
  return { named, facts: named.length > 0 ? [...said, back] : said }
}

/** A status set by hand wins over all gives the shop knows of by then. */
export function setByHand(which: number, status: 'pending' | 'processing' | 'shipped'): Fact {
  return {
    who: 'desk',
    run: async ({ db, orders, shop }) => {
      const change = { id: orders[which]?.id ?? 0, status, at: shop.now(), mayReopen: true }
      await write(db, (tx, emit) => setStatus(tx, emit, change))
    },
  }
}

export function eggsTakenOff(which: number): Fact {
  return {
    who: 'desk',
    run: async ({ db, orders, productId, shop }) => {
      const id = orders[which]?.id ?? 0
      const row = db.selectFrom('orders').select('revision').where('id', '=', id)
      const { revision } = await row.executeTakeFirstOrThrow()
      const lines = [{ productId, units: -(which + 1) }]
      const change = { id: crypto.randomUUID(), lines, reason: '', notifiesBuyer: false }
      await changeOrder(shop, id, { ...change, revision })
    },
  }
}

function cancelledAtDesk(which: number, goods: 'sellable' | 'missing'): Fact {
  return {
    who: 'desk',
    run: async ({ db, orders, shop }) => {
      const change = { id: orders[which]?.id ?? 0, status: 'cancelled' as const, goods }
      const request = { ...change, at: shop.now(), mayReopen: true }
      await write(db, (tx, emit) => setStatus(tx, emit, request))
    },
  }
}

/** All of them; each phone's and the desk's keep their own order. */
export function interleave(facts: readonly Fact[], random: () => number): Fact[] {
  const queues = [...Map.groupBy(facts, ({ who }) => who).values()].map((own) => [...own])
  const merged: Fact[] = []
  while (merged.length < facts.length) {
    const queue = queues[Math.floor(random() * queues.length)]
    const next = queue?.shift()
    if (next) merged.push(next)
  }
  return merged
}

export function namesOf(facts: number): string[] {
  return Array.from({ length: facts }, (_, number) => `fact ${number}`).flatMap((name) => [
    ...[name, `${name} back`, `${name} void`, `${name} home`, `${name} mended`],
  ])
}
