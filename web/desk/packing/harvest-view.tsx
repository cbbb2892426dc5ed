import { useEffect } from 'react'
import { WITHOUT_DAY } from '#contract/calendar/without-day.ts'
import { STALL_PAGE } from '#contract/market/stall-page.ts'
import { formatBoxes } from '#contract/packing/box-text.ts'
import {
  byCategory,
  formatByPlace,
  formatSincePrint,
  unitsThere,
} from '#contract/packing/harvest-text.ts'
import { packing } from '#contract/packing/packing.ts'
import type { BakeList, HarvestList } from '#contract/packing/packing-lists.ts'
import { CHILLED } from '#contract/products/categories.ts'
import { toThousandths } from '#contract/products/quantity.ts'
import { formatKitchenAmount } from '#contract/recipes/kitchen-amounts.ts'
import { call, query } from '#web/api/call.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { replaceHash, useHash } from '#web/ui/use-hash.ts'
import { CARD, Card } from '../shared/card.tsx'
import { useIsHelper } from '../shared/desk-session.ts'
import { openDialog } from '../shared/dialog-at.tsx'
import { FarmerOnly } from '../shared/farmer-only.tsx'
import { Notice } from '../shared/notice.tsx'
import { usePrintSheet } from '../shared/print-sheet.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { hashOf, type ListRequest } from './list-address.ts'
import { dayList, ListSheet } from './list-sheet.tsx'
import { ListTools } from './list-tools.tsx'
import { ShortDialogAt } from './short-dialog.tsx'

export const HarvestView = dayList({
  name: 'harvest list',
  part: 'products',
  Shown: Harvest,
  ask: (request) => query(packing.harvest.show, request),
  empty: 'Nothing was ordered for this day yet.',
})

function Harvest({ list, request }: { list: HarvestList; request: ListRequest }) {
  const { print, sheet } = usePrintSheet()
  const base = hashOf({ ...request.params, list: 'harvest', place: request.query.place ?? '' })
  const printing = usePrinting(request, (printed) =>
    print('sheet', <HarvestSheet list={printed} day={request.params.day} />),
  )
  usePrintAtOnce(base, () => printing.mutate())
  const boxes = list.places.reduce((sum, place) => sum + place.boxes, 0)
  return (
    <>
      <ListTools
        text={`To pick for ${formatBoxes(boxes)}`}
        file={packing.harvest.export}
        request={request}
        busy={printing.isPending}
        onPrint={() => printing.mutate()}
      />
      <SincePrint list={list} />
      <CallsToMake list={list} base={base} />
      <a href={`${STALL_PAGE}#harvest`} className={buttonLook({ size: 'lg' }, 'mt-3 w-full')}>
        Harvest on the market page
      </a>
      <ShortDialogAt products={list.products} request={request} parent={base} />
      {sheet}
    </>
  )
}

/** The shop remembers what was printed, so the list is fetched at that moment. */
function usePrinting(request: ListRequest, onPrinted: (list: HarvestList) => void) {
  return useChange({
    send: () =>
      request.params.day === WITHOUT_DAY
        ? call(packing.harvest.show, request)
        : call(packing.print, request),
    done: null,
    failed: 'Not printed',
    refreshes: [packing.days],
    onDone: onPrinted,
  })
}

/** At `…/harvest/print`, where the market's harvest leads. */
function usePrintAtOnce(base: string, print: () => void): void {
  const isAsked = useHash() === `${base}/print`
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it is asked.
  useEffect(() => {
    if (!isAsked) return
    replaceHash(base)
    print()
  }, [isAsked])
}

function SincePrint({ list }: { list: HarvestList }) {
  const { formatMoment } = useFarmDates()
  if (list.printedAt === null) return null
  const changes = formatSincePrint(list)
  const since = `Since it was printed on ${formatMoment(list.printedAt)}:`
  if (changes === '') return <p className="text-bark-deep">{since} nothing changed.</p>
  return (
    <Notice tone="warning">
      {since} <strong>{changes}</strong>
    </Notice>
  )
}

const CHILLED_CATEGORIES: readonly string[] = CHILLED

function HarvestSheet({ list, day }: { list: HarvestList; day: string }) {
  const { formatMoment } = useFarmDates()
  const printed = list.printedAt ? `Printed ${formatMoment(list.printedAt)}` : ''
  return (
    <ListSheet title="Harvest list" day={day} places={list.places} note={printed}>
      {byCategory(list).map(([category, lines]) => (
        <table key={category} className="print-rows print-harvest">
          <thead>
            <tr>
              <th scope="col">
                {category} {CHILLED_CATEGORIES.includes(category) && <small>COLD</small>}
              </th>
              <th scope="col">Need</th>
              <th scope="col">Have</th>
              <th scope="col">Done</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.productId}>
                <td>
                  {line.name}
                  <br />
                  <small>{formatByPlace(line, list)}</small>
                </td>
                <td className="print-number">{line.need}</td>
                <td />
                <td />
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </ListSheet>
  )
}

function CallsToMake({ list, base }: { list: HarvestList; base: string }) {
  if (list.calls.length === 0) return null
  return (
    <section aria-label="Calls to make" className={classNames(CARD, 'mt-3 px-4 py-3')}>
      <h3 className="text-lg">Still to call</h3>
      <ul>
        {list.calls.map(({ orderId, shortName, productId, name, gets, units }) => (
          <li key={`${orderId} ${productId}`} className="flex flex-wrap items-center gap-x-3">
            <span className="grow py-2 wrap-anywhere">
              <OrderNumber id={orderId} /> {shortName}: only {gets} of {units} × {name}
            </span>
            <FarmerOnly>
              <Button
                variant="quiet"
                size="sm"
                aria-label={`Decide about ${name}`}
                onClick={() =>
                  openDialog(`${base}/short-${productId}-${unitsThere(list, productId)}`)
                }
              >
                Decide
              </Button>
            </FarmerOnly>
          </li>
        ))}
      </ul>
    </section>
  )
}

function OrderNumber({ id }: { id: number }) {
  if (useIsHelper()) return <strong>#{id}</strong>
  return (
    <a href={`#orders/${id}`} className="font-bold underline underline-offset-4">
      #{id}
    </a>
  )
}

export const BakeView = dayList({
  name: 'bake list',
  part: 'recipes',
  Shown: Bake,
  ask: (request) => query(packing.bake.show, request),
  empty: 'Nothing that was ordered has a recipe.',
  hint: 'A recipe says which product it makes, under Recipes.',
})

function Bake({ list, request }: { list: BakeList; request: ListRequest }) {
  const { print, sheet } = usePrintSheet()
  const onPaper = (
    <ListSheet title="Bake list" day={request.params.day} places={list.places}>
      {list.recipes.map((recipe) => (
        <RecipePart key={recipe.recipeId} recipe={recipe} />
      ))}
      <Total list={list} />
    </ListSheet>
  )
  return (
    <>
      <ListTools
        text={list.recipes.length === 1 ? '1 recipe' : `${list.recipes.length} recipes`}
        file={packing.bake.export}
        request={request}
        onPrint={() => print('sheet', onPaper)}
      />
      <div className="grid items-start gap-3 lg:grid-cols-2">
        {list.recipes.map((recipe) => (
          <Card key={recipe.recipeId}>
            <RecipePart recipe={recipe} />
          </Card>
        ))}
        <Card>
          <Total list={list} />
        </Card>
      </div>
      {sheet}
    </>
  )
}

function RecipePart({ recipe }: { recipe: BakeList['recipes'][number] }) {
  const { batches, others } = recipe
  return (
    <section className="print-slip">
      <h3 className="text-xl wrap-anywhere">
        {recipe.name}: {batches === 1 ? '1 batch' : `${batches} batches`}
      </h3>
      <p className="mb-2 text-bark-deep wrap-anywhere">
        {recipe.need} × {recipe.productName} ordered; a batch makes {recipe.unitsPerBatch}
        {others.length > 0 && `. ${others.join(', ')} could make it, too`}
      </p>
      <Amounts amounts={recipe.ingredients} />
    </section>
  )
}

function Total({ list }: { list: BakeList }) {
  return (
    <section className="print-slip">
      <h3 className="mb-2 text-xl">All together</h3>
      <Amounts amounts={list.ingredients} />
    </section>
  )
}

function Amounts({ amounts }: { amounts: BakeList['ingredients'] }) {
  return (
    <ul>
      {amounts.map(({ name, unit, quantity }) => (
        <li key={`${name} ${unit}`} className="flex justify-between gap-3 py-1">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <strong className="whitespace-nowrap">
            {formatKitchenAmount(toThousandths(quantity), unit)}
          </strong>
        </li>
      ))}
    </ul>
  )
}
