import { ArrowDown, ArrowUp } from 'lucide-react'
import { IconButton } from './icon-button.tsx'

const STEPS = [
  { way: 'up', Icon: ArrowUp, by: -1 },
  { way: 'down', Icon: ArrowDown, by: 1 },
] as const

type MoveButtonsProps = {
  name: string
  /** Its place in the list, from 0. */
  index: number
  count: number
  onMove: (by: 1 | -1, button: HTMLButtonElement) => void
}

/** At an end of the list both stay buttons, so that they keep the focus. */
export function MoveButtons({ name, index, count, onMove }: MoveButtonsProps) {
  return STEPS.map(({ way, Icon, by }) => {
    const isAtEnd = index + by < 0 || index + by >= count
    return (
      <IconButton
        key={way}
        tip={`Move ${way}`}
        label={`Move ${name} ${way}`}
        Icon={Icon}
        aria-disabled={isAtEnd}
        className="aria-disabled:opacity-40"
        onClick={({ currentTarget }) => isAtEnd || onMove(by, currentTarget)}
      />
    )
  })
}
