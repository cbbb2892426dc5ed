import type { TruckProduct } from '#contract/truck.ts'

/** `6 on the truck · 2 sold · 4 for sale in the shop`, of what there is. */
export function stateOf(line: TruckProduct): string {
  const { taken, loaded, sold, back, waste, stock } = line
  const more = taken > loaded + back + waste ? ` (the books had ${loaded})` : ''
  return [
    taken > 0 ? `${taken} put on the truck${more}` : null,
    sold > 0 ? `${sold} sold` : null,
    back + waste > 0 ? `${back} came home${waste > 0 ? `, and ${waste} as waste` : ''}` : null,
    `${stock} for sale in the shop`,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}

/** What is still to be settled of a product; null where nothing is. */
export function openText({ missing, beyond, isSettled }: TruckProduct): string | null {
  if (isSettled) return null
  if (beyond > 0) return `${beyond} more sold than the books had`
  return missing > 0 ? `${missing} missing` : null
}

/** What the farmer should know of the day before she settles it; empty where all is well. */
export function openProducts(products: readonly TruckProduct[]): string[] {
  return products.flatMap((line) => {
    const text = openText(line)
    return text ? [`${line.name}: ${text}`] : []
  })
}
