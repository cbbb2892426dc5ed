import { sql } from 'kysely'
import type { PeriodFigures } from '#contract/figures.ts'
import { dollarsOf } from '#contract/plain-dollars.ts'
import { TENDER_KINDS, type TenderKind, tenderKindOf } from '#contract/tender-kinds.ts'
import type { Db } from '#server/db/tables.ts'
import type { CardMove } from './figure-rows.ts'
import type { Span } from './period-days.ts'
import { boundsOf } from './read-walk-ins.ts'
import { cachedDays } from './sum-sales.ts'

/** Money that moved on a day by one way, in cents; `given` and `fees` are above 0. */
export type MoneyMove = { day: string; kind: TenderKind } & MoneySums
type MoneySums = { taken: number; given: number; fees: number; untold: number }

const NOTHING: MoneySums = { taken: 0, given: 0, fees: 0, untold: 0 }

export async function readMoneyMoves(
  db: Db,
  { span, timeZone, cards }: { span: Span; timeZone: string; cards: readonly CardMove[] },
): Promise<MoneyMove[]> {
  const dayOf = cachedDays(timeZone)
  const byCard = cards.map((row) => ({
    ...{ day: row.day, kind: 'card' as const, taken: row.taken_cents, given: row.given_cents },
    ...{ fees: row.fee_cents, untold: row.untold },
  }))
  const others = (await sumTenders(db, boundsOf(span, timeZone))).map((row) => ({
    ...NOTHING,
    ...{ day: dayOf(`${row.minute}:00.000Z`), kind: tenderKindOf(row) },
    ...{ taken: row.taken, given: row.given },
  }))
  return [...byCard, ...others]
}

/** By the minute: in every time zone a day begins with one. */
function sumTenders(db: Db, { start, end }: { start: string; end: string }) {
  const minute = sql<string>`substr(at, 1, 16)`
  const amount = sql.ref('amount_cents')
  return db
    .selectFrom('tenders')
    .select([minute.as('minute'), 'name', 'is_cash'])
    .select([
      sql<number>`sum(case when ${amount} > 0 then ${amount} else 0 end)`.as('taken'),
      sql<number>`sum(case when ${amount} < 0 then -${amount} else 0 end)`.as('given'),
    ])
    .where('at', '>=', start)
    .where('at', '<', end)
    .groupBy([minute, 'name', 'is_cash'])
    .execute()
}

export function sumOfMoves(moves: readonly MoneyMove[]): MoneySums {
  return moves.reduce<MoneySums>(
    (sum, move) => ({
      taken: sum.taken + Number(move.taken),
      given: sum.given + Number(move.given),
      fees: sum.fees + move.fees,
      untold: sum.untold + move.untold,
    }),
    NOTHING,
  )
}

export function moneyOf(moves: readonly MoneyMove[]): PeriodFigures['money'] {
  const sum = sumOfMoves(moves)
  return {
    ...inDollars(sum),
    ways: TENDER_KINDS.map((kind) => {
      const own = moves.filter((move) => move.kind === kind)
      return { kind, ...inDollars(sumOfMoves(own)) }
    }),
    untold: sum.untold,
  }
}

function inDollars({ taken, given, fees }: MoneySums) {
  return {
    ...{ taken: dollarsOf(taken), givenBack: dollarsOf(given) },
    ...{ fees: dollarsOf(fees), net: dollarsOf(taken - given - fees) },
  }
}
