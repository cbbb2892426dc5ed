import { Check, Printer } from 'lucide-react'
import { WITHOUT_DAY } from '#contract/calendar/without-day.ts'
import type { StallDay } from '#contract/market/stall.ts'
import {
  byCategory,
  formatByPlace,
  formatSincePrint,
  formatWithoutDay,
  unitsThere,
} from '#contract/packing/harvest-text.ts'
import type { HarvestLine, HarvestList } from '#contract/packing/packing-lists.ts'
import { formatClock } from '#contract/time/device-clock.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook } from '#web/ui/field.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { goToHash, useHash } from '#web/ui/use-hash.ts'
import { ActBar } from '../frame/act-bar.tsx'
import { onlinePart } from '../online/online-part.tsx'
import { parseUnits, type TypedUnits } from '../typed-units.ts'
import { useIsFarmer, useStallDraft } from '../use-stall.ts'

const ShortHarvest = onlinePart(() =>
  import('../online/short-harvest.tsx').then((code) => code.ShortHarvest),
)
const CallBuyer = onlinePart(() =>
  import('../online/call-buyer.tsx').then((code) => code.CallBuyer),
)

const NOTHING_PICKED: TypedUnits = {}

const pickedKey = ({ marketDay }: StallDay) => `harvest ${marketDay.day}`

export function PickedCount({ day }: { day: StallDay }) {
  const [picked] = useStallDraft(pickedKey(day), NOTHING_PICKED)
  const lines = day.harvest.products.filter(({ need }) => need > 0)
  const said = lines.filter(({ productId }) => unitsIn(picked[productId]) !== null)
  return (
    <span className="shrink-0">
      <strong className="text-soil">{said.length}</strong> of {lines.length} picked
    </span>
  )
}

function unitsIn(typed = ''): number | null {
  return typed === '' ? null : parseUnits(typed)
}

export function HarvestView({ day }: { day: StallDay }) {
  const { harvest: list, marketDay } = day
  const isFarmer = useIsFarmer()
  const [picked, setPicked] = useStallDraft(pickedKey(day), NOTHING_PICKED)
  const [, part = ''] = useHash().split('/')
  const lines = list.products.filter(({ need, byPlace }) => need > 0 || byPlace.length > 0)
  const short = lines.find((line) => missingOf(line, picked[line.productId]) > 0)
  const there = short && unitsIn(picked[short.productId])
  if (list.products.length === 0)
    return <p className="py-6">Nothing was ordered for this day yet.</p>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5 pt-1">
      <h2 className="sr-only">Harvest</h2>
      <div className="gap-x-5 lg:columns-2">
        {byCategory({ ...list, products: lines }).map(([category, products]) => (
          <section key={category} aria-label={category} className="mb-2 break-inside-avoid">
            <p className="flex items-end overflow-hidden px-4 pb-1 text-[0.9375rem] text-bark-deep">
              <span className="grow font-semibold">{category}</span>
              <span aria-hidden="true" className="w-12 text-right">
                Need
              </span>
              <span aria-hidden="true" className="mr-12 ml-3 w-16 text-center">
                Picked
              </span>
            </p>
            <ul className="overflow-hidden rounded-2xl border border-straw bg-card">
              {products.map((line) => (
                <HarvestRow
                  key={line.productId}
                  line={line}
                  byPlace={formatByPlace(line, list)}
                  picked={picked[line.productId] ?? ''}
                  onPicked={(typed) => setPicked({ ...picked, [line.productId]: typed })}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Calls list={list} />
      <WithoutDay list={list} />
      <SincePrint list={list} />
      {isFarmer && (
        <ActBar>
          {short && (
            <Button size="lg" onClick={() => goToHash(`harvest/short-${short.productId}-${there}`)}>
              {short.name}: choose who gets the {there}
            </Button>
          )}
          {!short && (
            <a
              href={`/admin#lists/${marketDay.day}/harvest/print`}
              className={buttonLook({ variant: 'quiet', size: 'lg' })}
            >
              <Printer aria-hidden="true" className="size-5" />
              Print
            </a>
          )}
        </ActBar>
      )}
      {isFarmer && part.startsWith('short-') && (
        <ShortHarvest day={marketDay.day} products={list.products} />
      )}
    </div>
  )
}

function missingOf({ need }: HarvestLine, typed: string | undefined): number {
  return Math.max(0, need - (unitsIn(typed) ?? need))
}

const CARD = 'rounded-2xl border border-straw bg-card px-4 py-2'

/** Phone numbers come only with the farmer's signed-in page, and are never stored on the phone. */
function Calls({ list }: { list: HarvestList }) {
  const isFarmer = useIsFarmer()
  if (list.calls.length === 0) return null
  return (
    <section aria-label="Still to call" className={CARD}>
      <h3 className="text-lg">Still to call</h3>
      <ul>
        {list.calls.map(({ orderId, shortName, productId, name, gets, units }) => (
          <li
            key={`${orderId} ${productId}`}
            className="flex flex-wrap items-center gap-2 border-b border-straw py-1.5 last:border-0"
          >
            <span className="min-w-0 grow basis-48 wrap-anywhere">
              <strong>#{orderId}</strong> {shortName}: only {gets} of {units} × {name}
            </span>
            {isFarmer && (
              <>
                <CallBuyer orderId={orderId} />
                <a
                  href={`#harvest/short-${productId}-${unitsThere(list, productId)}`}
                  aria-label={`Decide about ${name}`}
                  className={buttonLook({ variant: 'quiet', size: 'sm' })}
                >
                  Decide
                </a>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function WithoutDay({ list }: { list: HarvestList }) {
  const isFarmer = useIsFarmer()
  const waiting = list.products.filter(({ withoutDay }) => withoutDay)
  if (waiting.length === 0) return null
  return (
    <section aria-label="Deliveries without a day" className={CARD}>
      <h3 className="text-lg">Deliveries without a day</h3>
      <ul>
        {waiting.map(({ productId, name, withoutDay }) => (
          <li key={productId} className="py-0.5 wrap-anywhere">
            {name}: {withoutDay && formatWithoutDay(withoutDay)}
          </li>
        ))}
      </ul>
      {isFarmer && (
        <TextLink href={`/admin#lists/${WITHOUT_DAY}/delivery`}>See them at the desk</TextLink>
      )}
    </section>
  )
}

function SincePrint({ list }: { list: HarvestList }) {
  if (list.printedAt === null) return null
  const changes = formatSincePrint(list)
  const since = `Since it was printed ${formatClock(list.printedAt)}:`
  return (
    <p className="px-1 text-bark-deep">
      {since} {changes ? <strong className="text-soil">{changes}</strong> : 'nothing changed.'}
    </p>
  )
}

type HarvestRowProps = {
  line: HarvestLine
  byPlace: string
  picked: string
  onPicked: (typed: string) => void
}

function HarvestRow({ line, byPlace, picked, onPicked }: HarvestRowProps) {
  const { name, need } = line
  const units = unitsIn(picked)
  const isWrong = picked !== '' && units === null
  const missing = missingOf(line, picked)
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
