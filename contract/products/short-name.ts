import type { Product } from './products.ts'

type Named = Pick<Product, 'name'> & { unit?: string | null | undefined }

/** `Gold Potatoes` of `Gold Potatoes, three pounds` where the unit is told apart. */
export function shortName({ name, unit }: Named): string {
  return unit ? name.replace(/,.*/, '') : name
}

/** Whether an answer of the helper names the product with its price. */
export function namesPrice(answer: string, product: Named): boolean {
  const priced = `${shortName(product)}: $`
  return (
    answer.startsWith(priced) || ['. ', '; ', ': '].some((end) => answer.includes(end + priced))
  )
}
