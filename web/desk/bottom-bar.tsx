import { DESK_BAR_ITEM, DeskBar, MORE_ICON } from '#web/ui/desk-bar.tsx'
import { MoreButton } from './more-button.tsx'

const TABS_BEHIND = [
  { hash: 'recipes', label: 'Recipes' },
  { hash: 'pages', label: 'Pages' },
  { hash: 'settings', label: 'Settings' },
]

type BottomBarProps = {
  /** Where one stands: a tab, a page without one, or `today`. */
  here: string
  waiting: number
}

export function BottomBar({ here, waiting }: BottomBarProps) {
  return (
    <DeskBar here={here} waiting={waiting}>
      <MoreButton
        here={here}
        side="top"
        before={TABS_BEHIND}
        look={DESK_BAR_ITEM}
        icon={MORE_ICON}
      />
    </DeskBar>
  )
}
