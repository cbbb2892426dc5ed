import { Delete } from 'lucide-react'
import { buttonLook } from '#web/ui/button.tsx'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0']

const KEY = buttonLook({ variant: 'quiet' }, 'min-h-14 rounded-xl text-xl tabular-nums')

type NumberKeysProps = { onDigit: (digit: string) => void; onDelete: () => void }

export function NumberKeys({ onDigit, onDelete }: NumberKeysProps) {
  return (
    <fieldset className="grid grid-cols-3 gap-2">
      <legend className="sr-only">Number keys</legend>
      {DIGITS.map((digit) => (
        <button
          key={digit}
          type="button"
          className={digit === '0' ? `${KEY} col-span-2` : KEY}
          onClick={() => onDigit(digit)}
        >
          {digit}
        </button>
      ))}
      <button type="button" className={KEY} onClick={onDelete} aria-label="Delete the last digit">
        <Delete aria-hidden="true" className="size-6" />
      </button>
    </fieldset>
  )
}
