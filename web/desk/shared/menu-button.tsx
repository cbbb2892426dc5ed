import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { buttonLook } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { later } from './lazy-part.tsx'
import type { MenuProps } from './menu-items.tsx'

const MenuItems = later(() => import('./menu-items.tsx').then((code) => code.MenuItems))

/** A button whose menu is loaded when it is first opened. */
export function MenuButton(menu: MenuProps) {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <Tooltip text="More">
      <button
        type="button"
        aria-label={menu.label}
        aria-haspopup="menu"
        aria-expanded={false}
        className={buttonLook({ variant: 'plain', size: 'icon' })}
        onClick={() => setWanted(true)}
      >
        <Ellipsis aria-hidden="true" className="size-5" />
      </button>
    </Tooltip>
  )
  if (!isWanted) return button
  return <MenuItems {...menu} fallback={button} />
}
