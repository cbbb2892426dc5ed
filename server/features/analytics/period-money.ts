import type { PeriodFigures } from '#contract/money/figures.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import { TENDER_KINDS } from '#contract/money/tender-kinds.ts'
import type { MoneyMove } from './figure-queries.ts'

type MoneySums = Omit<MoneyMove, 'day' | 'kind' | 'way'>

export function sumOfMoves(moves: readonly MoneyMove[]): MoneySums {
  return moves.reduce<MoneySums>(
    (sum, move) => ({
      taken: sum.taken + move.taken,
      given: sum.given + move.given,
      fees: sum.fees + move.fees,
      untold: sum.untold + move.untold,
    }),
    { taken: 0, given: 0, fees: 0, untold: 0 },
  )
}

/** What the farm made, in cents: taken minus given back. */
export function totalOf(moves: readonly MoneyMove[]): number {
  const { taken, given } = sumOfMoves(moves)
  return taken - given
}

/** The moves of each way to pay by its name, with card, cash and checks first. */
export function movesByWay(moves: readonly MoneyMove[]): [MoneyMove, ...MoneyMove[]][] {
  const rank = ({ kind, way }: MoneyMove) => `${TENDER_KINDS.indexOf(kind)} ${way}`
  const ways = [...Map.groupBy(moves, rank)].sort(([one], [other]) => (one < other ? -1 : 1))
  return ways.flatMap(([, [first, ...rest]]) => (first ? [[first, ...rest]] : []))
}

export function moneyOf(
  moves: readonly MoneyMove[],
  weeks: PeriodFigures['money']['weeks'],
): PeriodFigures['money'] {
  const sum = sumOfMoves(moves)
  return {
    ...inDollars(sum),
    ways: movesByWay(moves).map((own) => {
      const [{ kind, way: name }] = own
      return { kind, name, ...inDollars(sumOfMoves(own)) }
    }),
    untold: sum.untold,
    weeks,
  }
}

function inDollars({ taken, given, fees }: MoneySums) {
  return {
    taken: dollarsOf(taken),
    givenBack: dollarsOf(given),
    total: dollarsOf(taken - given),
    fees: dollarsOf(fees),
    net: dollarsOf(taken - given - fees),
  }
}
