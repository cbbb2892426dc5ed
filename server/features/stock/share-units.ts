/** What was said of one product and one market day: units that were put on the truck, sold, and came home. */
export type LoadFigures = { wish: number; sold: number; back: number; waste: number }

/** What the books give for it: on the truck, from the shop's stock for what was sold beyond it, and thrown away. */
export type Share = { loaded: number; fromStock: number; wasted: number }

/** What still counts as on the truck: it was sold off it, or is missing. */
export function onTruck({ wish, back, waste }: Omit<LoadFigures, 'sold'>): number {
  return Math.max(0, wish - back - waste)
}

/**
 * Shares a product's units out to its market days, the first day first, never below 0; `left` is
 * for sale in the shop. It looks at what is so alone, so it does not matter what was told first.
 */
export function shareUnits(
  units: number,
  days: readonly LoadFigures[],
): { left: number; shares: Share[] } {
  let left = units
  const take = (wanted: number) => {
    const taken = Math.min(Math.max(0, wanted), left)
    left -= taken
    return taken
  }
  const shares = days.map((day) => {
    const loaded = take(onTruck(day))
    return { loaded, fromStock: take(day.sold - loaded), wasted: take(day.waste) }
  })
  return { left, shares }
}

/** What the books owe a day: units sold that they had not, and others, loaded or thrown away. */
export function debtOf(figures: LoadFigures, { loaded, fromStock, wasted }: Share) {
  return {
    units: figures.sold - Math.min(figures.sold, loaded) - fromStock,
    others: onTruck(figures) - loaded + figures.waste - wasted,
  }
}

export function missingOf(
  { sold }: Pick<LoadFigures, 'sold'>,
  { loaded }: Pick<Share, 'loaded'>,
): number {
  return Math.max(0, loaded - sold)
}
