import { Check } from 'lucide-react'
import type { HarvestLine } from '#contract/packing/packing-lists.ts'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook } from '#web/ui/field.tsx'
import { parseUnits } from '../typed-units.ts'

type HarvestRowProps = {
  line: HarvestLine
  byPlace: string
  picked: string
  onPicked: (typed: string) => void
}

export function HarvestRow({ line: { name, need }, byPlace, picked, onPicked }: HarvestRowProps) {
  const units = picked === '' ? null : parseUnits(picked)
  const isWrong = picked !== '' && units === null
  const missing = units === null ? 0 : Math.max(0, need - units)
  const isAll = units !== null && missing === 0
  return (
    <li className="flex min-h-14.5 flex-wrap items-center gap-x-3 border-b border-straw py-1 pr-2 pl-4 last:border-0">
      <span className="min-w-0 grow basis-28 leading-snug wrap-anywhere">
        <strong className="block font-semibold">{name}</strong>
        {missing > 0 ? (
          <span className="text-[0.9375rem] font-semibold text-yolk-deep">{missing} short</span>
        ) : (
          <span className="block text-[0.9375rem] leading-5 text-bark-deep">{byPlace}</span>
        )}
      </span>
      <span className="ml-auto flex items-center gap-2">
        <strong className="min-w-8 text-right text-xl tabular-nums">{need}</strong>
        {need > 0 && (
          <>
            <input
              aria-label={`${name}: picked`}
              inputMode="numeric"
              autoComplete="off"
              value={picked}
              aria-invalid={isWrong || undefined}
              onChange={({ target }) => onPicked(target.value.trim())}
              className={classNames(
                'h-11.5 w-16! px-1! text-center text-lg font-semibold tabular-nums',
                inputLook,
                missing > 0 && 'border-yolk!',
              )}
            />
            <button
              type="button"
              aria-label={`All of ${name}`}
              aria-pressed={isAll}
              onClick={() => onPicked(isAll ? '' : String(need))}
              className={classNames(
                'grid size-11.5 cursor-pointer place-items-center rounded-xl border-[1.5px] font-semibold',
                isAll ? 'border-leaf bg-leaf text-on-leaf' : 'border-straw bg-card text-bark-deep',
              )}
            >
              {isAll ? <Check aria-hidden="true" className="size-5" /> : 'All'}
            </button>
          </>
        )}
      </span>
    </li>
  )
}
