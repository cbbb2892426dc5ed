import type { Product } from './products.ts'

type Named = Pick<Product, 'name'> & { unit?: string | null | undefined }

/** `Gold Potatoes` from `Gold Potatoes, three pounds`, if the unit is shown separately. */
export function shortName({ name, unit }: Named): string {
  return unit ? name.replace(/,.*/, '') : name
}

/** Whether one of the helper's answers names the product with its price. */
export function namesPrice(answer: string, product: Named): boolean {
  const priced = `${shortName(product)}: $`
  return (
    answer.startsWith(priced) || ['. ', '; ', ': '].some((end) => answer.includes(end + priced))
  )
}
