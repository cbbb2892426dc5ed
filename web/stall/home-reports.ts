import type { StallDay } from '#contract/stall.ts'
import type { HomeReport } from '#contract/stall-goods.ts'
import type { Command } from './store/stored.ts'

type OwnCommands = Record<'now' | 'fresh', readonly Command[]>

/** The reports of what came home that stand, with those of this phone on top; `fresh` are not in the shop's answer. */
export function homeWith(day: StallDay, { now, fresh }: OwnCommands): HomeReport[] {
  return fresh.reduce((reports, command) => {
    if (command.kind !== 'came-home' || reports.some(({ id }) => id === command.id)) return reports
    const left = reports.filter(({ id }) => !command.replaces.includes(id))
    return [...left, { id: command.id, goods: command.goods }]
  }, day.home ?? namedOnly(day, now))
}

/** A day that was stored by an earlier release names its reports, and says nothing of their goods. */
function namedOnly({ cameHome }: StallDay, now: readonly Command[]): HomeReport[] {
  return cameHome.map((id) => {
    const own = now.find((command) => command.id === id)
    return { id, goods: own?.kind === 'came-home' ? own.goods : [] }
  })
}

type Units = { back: number; waste: number }

export function sumHome(reports: readonly HomeReport[]): Map<number, Units> {
  const sums = new Map<number, Units>()
  for (const { productId, back, waste } of reports.flatMap(({ goods }) => goods)) {
    const before = sums.get(productId) ?? { back: 0, waste: 0 }
    sums.set(productId, { back: before.back + back, waste: before.waste + waste })
  }
  return sums
}

const MOST = 50

/**
 * What to send so that all reports together say this: those it names count no more. Where there are too many to name,
 * what the others say is taken off.
 */
export function replaceHome(reports: readonly HomeReport[], units: ReadonlyMap<number, Units>) {
  const left = sumHome(reports.slice(MOST))
  const ids = new Set([...units.keys(), ...left.keys()])
  const goods = [...ids].map((productId) => {
    const { back, waste } = units.get(productId) ?? { back: 0, waste: 0 }
    const other = left.get(productId) ?? { back: 0, waste: 0 }
    return {
      productId,
      back: Math.max(0, back - other.back),
      waste: Math.max(0, waste - other.waste),
    }
  })
  return { goods, replaces: reports.slice(0, MOST).map(({ id }) => id) }
}
