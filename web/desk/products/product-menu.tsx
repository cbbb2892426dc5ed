import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { later } from '../shared/later.tsx'
import { MENU_LOOK, type ProductMenuProps } from './row-actions.ts'

const ProductMenuItems = later(() =>
  import('./product-menu-items.tsx').then((code) => code.ProductMenuItems),
)

/** A button whose menu is fetched when it is first opened. */
export function ProductMenu(props: ProductMenuProps) {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <Tooltip text="More">
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
    </Tooltip>
  )
  if (!isWanted) return button
  return <ProductMenuItems {...props} meanwhile={button} />
}
