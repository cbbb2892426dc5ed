import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { Icon } from './icon.tsx'

const STEP =
  'grid size-11 cursor-pointer place-items-center rounded-full disabled:cursor-not-allowed disabled:opacity-60'

type QuantityStepperProps = {
  name: string
  quantity: number
  min: 0 | 1
  max: number
  onStep: (by: 1 | -1) => void
  addLabel?: string
  className: string
}

/** When a change removes or disables its button, focus goes to the last enabled one beside it. */
export function holdFocus(button: HTMLElement, change: () => void): void {
  const [line, beside] = [button.closest('li'), button.parentElement]
  flushSync(change)
  if (button.isConnected && !button.matches(':disabled')) return
  const place = button.isConnected ? beside : line
  const left = place?.querySelectorAll<HTMLElement>('button:not(:disabled)')
  left?.item(left.length - 1)?.focus()
}

export function QuantityStepper({
  name,
  quantity,
  min,
  max,
  onStep,
  addLabel = `Increase quantity of ${name}`,
  className,
}: QuantityStepperProps) {
  const step = ({ currentTarget }: MouseEvent<HTMLElement>, by: 1 | -1) =>
    holdFocus(currentTarget, () => onStep(by))
  return (
    <div className={className}>
      <button
        type="button"
        className={STEP}
        disabled={quantity <= min}
        onClick={(event) => step(event, -1)}
        aria-label={`Decrease quantity of ${name}`}
      >
        <Icon name="minus" className="size-4" />
      </button>
      <span className="min-w-7 text-center font-semibold tabular-nums">{quantity}</span>
      <button
        type="button"
        className={STEP}
        disabled={quantity >= max}
        onClick={(event) => step(event, 1)}
        aria-label={addLabel}
      >
        <Icon name="plus" className="size-4" />
      </button>
    </div>
  )
}
