import { Check } from 'lucide-react'
import type { HarvestLine, HarvestList } from '#contract/packing/packing-lists.ts'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook } from '#web/ui/field.tsx'
import { CardRow } from '../shared/card.tsx'
import { useIsHelper } from '../shared/desk-session.ts'
import { type Short, unitsOf } from './short-draft.ts'

type HarvestRowProps = {
  line: HarvestLine
  list: HarvestList
  have: string
  onHave: (have: string) => void
  onShort: (short: Short) => void
}

/** Need, have and short, beside the name; with large text under it. */
export const HARVEST_COLUMNS =
  'ml-auto grid min-w-0 items-center gap-x-2 grid-cols-[minmax(1.75rem,2.5rem)_minmax(2.5rem,3.5rem)_minmax(2.4rem,4rem)]'

export function HarvestRow({ line, list, have, onHave, onShort }: HarvestRowProps) {
  const isHelper = useIsHelper()
  const { productId, name, need } = line
  const units = have === '' ? null : unitsOf(have)
  const isWrong = have !== '' && units === null
  const missing = units === null ? 0 : Math.max(0, need - units)
  return (
    <CardRow className="flex flex-wrap items-center gap-x-3 px-4 py-2.5">
      <span className="min-w-0 grow basis-24 font-semibold wrap-anywhere">{name}</span>
      <div className={HARVEST_COLUMNS}>
        <span className="text-right text-xl font-bold tabular-nums">{need}</span>
        {need > 0 ? (
          <input
            aria-label={`${name}: how many there are`}
            inputMode="numeric"
            autoComplete="off"
            value={have}
            aria-invalid={isWrong || missing > 0 || undefined}
            onChange={({ target }) => onHave(target.value.trim())}
            className={classNames('h-11 text-center font-semibold tabular-nums', inputLook)}
          />
        ) : (
          <span />
        )}
        {missing > 0 && isHelper ? (
          <span className="text-right font-semibold text-beet">{missing} short</span>
        ) : missing > 0 && units !== null ? (
          <button
            type="button"
            aria-label={`Short: ${name}, ${missing} missing`}
            onClick={() => onShort({ productId, name, have: units })}
            className="min-h-11 cursor-pointer text-right font-semibold text-beet underline underline-offset-4"
          >
            {missing} short
          </button>
        ) : (
          units !== null && (
            <Check aria-label="enough" role="img" className="size-6 justify-self-end text-leaf" />
          )
        )}
      </div>
      <span className="basis-full text-[0.9375rem] text-bark-deep">
        {formatByPlace(line, list)}
        {line.withoutDay && (
          <span className="block font-semibold">{formatWithoutDay(line.withoutDay)}</span>
        )}
      </span>
    </CardRow>
  )
}

/** `+25 for 5 deliveries that have no day yet` */
function formatWithoutDay({ units, orders }: NonNullable<HarvestLine['withoutDay']>): string {
  return `+${units} for ${orders === 1 ? '1 delivery that has' : `${orders} deliveries that have`} no day yet`
}

/** `Farmers market 10 · Farm store 2` */
export function formatByPlace(
  { byPlace, withoutDay }: HarvestLine,
  { places }: HarvestList,
): string {
  const nameOf = (placeKey: string) => places.find(({ key }) => key === placeKey)?.name ?? ''
  if (byPlace.length === 0) return withoutDay ? '' : 'not needed any more'
  return byPlace.map(({ placeKey, units }) => `${nameOf(placeKey)} ${units}`).join(' · ')
}
