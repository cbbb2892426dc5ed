import type { PeriodFigures } from '#contract/money/figures.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import { TENDER_KINDS } from '#contract/money/tender-kinds.ts'
import type { MoneyMove } from './figure-queries.ts'

type MoneySums = Omit<MoneyMove, 'day' | 'kind'>

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

export function moneyOf(moves: readonly MoneyMove[]): PeriodFigures['money'] {
  const sum = sumOfMoves(moves)
  return {
    ...showMoney(sum),
    ways: TENDER_KINDS.map((kind) => {
      const own = moves.filter((move) => move.kind === kind)
      return { kind, ...showMoney(sumOfMoves(own)) }
    }),
    untold: sum.untold,
  }
}

function showMoney({ taken, given, fees }: MoneySums) {
  return {
    ...{ taken: dollarsOf(taken), givenBack: dollarsOf(given) },
    ...{ fees: dollarsOf(fees), net: dollarsOf(taken - given - fees) },
  }
}
