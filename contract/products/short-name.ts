import type { Product } from './products.ts'

type Named = Pick<Product, 'name'> & { unit?: string | null | undefined }

/** `Gold Potatoes` from `Gold Potatoes, three pounds`, if the unit is shown separately. */
export function shortName({ name, unit }: Named): string {
  return unit ? name.replace(/,.*/, '') : name
}
