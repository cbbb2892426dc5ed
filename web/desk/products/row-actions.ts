import type { DeskProduct } from '#contract/products/products.ts'
import { buttonLook } from '#web/ui/button.tsx'

/** What is done with a product now and then, and on a phone all but editing it. */
export type RowActions = Record<
  'onEdit' | 'onDelete' | 'onStock' | 'onCopy',
  (product: DeskProduct) => void
>

export type ProductMenuProps = { product: DeskProduct } & Pick<
  RowActions,
  'onCopy' | 'onStock' | 'onDelete'
>

export const MENU_LOOK = buttonLook({ variant: 'plain', size: 'icon' })
