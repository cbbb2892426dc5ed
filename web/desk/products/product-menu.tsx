import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { MENU_LOOK, type ProductMenuProps } from './row-actions.ts'

const ProductMenuItems = lazy(async () => {
  const { ProductMenuItems: Shown } = await import('./product-menu-items.tsx')
  return { default: Shown }
})

/** A button whose menu is fetched when it is first opened. */
export function ProductMenu(props: ProductMenuProps) {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <button
      type="button"
      aria-label={`More for ${props.product.name}`}
      aria-haspopup="menu"
      aria-expanded={false}
      className={MENU_LOOK}
      onClick={() => setWanted(true)}
    >
      <Ellipsis aria-hidden="true" className="size-5" />
    </button>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <ProductMenuItems {...props} />
    </Suspense>
  )
}
