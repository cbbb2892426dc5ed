import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment } from 'react'
import { packing, WITHOUT_DAY } from '#contract/packing.ts'
import type { HarvestLine, HarvestList } from '#contract/packing-lists.ts'
import { call } from '#web/api/call.ts'
import { invalidate, query } from '#web/api/query.ts'
import { formatBoxes } from '../orders/order-box.tsx'
import { CardList, CardRow, RowText } from '../shared/card.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { Notice } from '../shared/notice.tsx'
import { usePrintSheet } from '../shared/print-sheet.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { toastFailure } from '../shared/toast-failure.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { formatListDay, type ListRequest } from './list-address.ts'
import { ListTools } from './list-tools.tsx'

export function HarvestView({ request }: { request: ListRequest }) {
  return (
    <QueryStates
      loading="Loading the harvest list…"
      failed="The harvest list could not be loaded."
      query={useQuery(query(packing.harvest.show, request))}
    >
      {(list) =>
        list.products.length === 0 ? (
          <ListEmpty text="Nothing was ordered for this day yet." />
        ) : (
          <Harvest list={list} request={request} />
        )
      }
    </QueryStates>
  )
}

function Harvest({ list, request }: { list: HarvestList; request: ListRequest }) {
  const { print, sheet } = usePrintSheet()
  const printing = usePrinting(request, (printed) =>
    print('list', <HarvestSheet list={printed} day={request.params.day} />),
  )
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
      {byCategory(list).map(([category, lines]) => (
        <Fragment key={category}>
          <h3 className="mt-5 mb-2 text-xl">{category}</h3>
          <CardList>
            {lines.map((line) => (
              <HarvestRow key={line.productId} line={line} list={list} />
            ))}
          </CardList>
        </Fragment>
      ))}
      {sheet}
    </>
  )
}

/** What is printed is what the shop remembers, so it is asked for then. */
function usePrinting(request: ListRequest, onPrinted: (list: HarvestList) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      request.params.day === WITHOUT_DAY
        ? call(packing.harvest.show, request)
        : call(packing.print, request),
    onSuccess: async (list) => {
      onPrinted(list)
      await invalidate(client, packing.days)
    },
    onError: (failure) => toastFailure('Not printed', failure),
  })
}

function SincePrint({ list: { printedAt, products } }: { list: HarvestList }) {
  const { formatMoment } = useFarmDates()
  if (printedAt === null) return null
  const changes = products.flatMap(({ name, change }) =>
    change ? [`${Math.abs(change)} × ${name} ${change > 0 ? 'more' : 'less'}`] : [],
  )
  const since = `Since it was printed on ${formatMoment(printedAt)}:`
  if (changes.length === 0) return <p className="text-bark-deep">{since} nothing changed.</p>
  return (
    <Notice tone="warning">
      {since} <strong>{changes.join(', ')}</strong>
    </Notice>
  )
}

function byCategory({ products }: HarvestList): [string, HarvestLine[]][] {
  return [...Map.groupBy(products, ({ category }) => category)]
}

function HarvestRow({ line, list }: { line: HarvestLine; list: HarvestList }) {
  return (
    <CardRow className="flex items-center gap-3 px-4 py-2.5">
      <RowText title={line.name} note={formatByPlace(line, list)} />
      <span className="text-xl font-bold tabular-nums">{line.need}</span>
    </CardRow>
  )
}

/** `Farmers market 10 · Farm store 2` */
function formatByPlace({ byPlace }: HarvestLine, { places }: HarvestList): string {
  const nameOf = (placeKey: string) => places.find(({ key }) => key === placeKey)?.name ?? ''
  if (byPlace.length === 0) return 'not needed any more'
  return byPlace.map(({ placeKey, units }) => `${nameOf(placeKey)} ${units}`).join(' · ')
}

function HarvestSheet({ list, day }: { list: HarvestList; day: string }) {
  const { formatMoment } = useFarmDates()
  return (
    <>
      <h2>Harvest list, {formatListDay(day)}</h2>
      <p>
        {list.places.map(({ name, boxes }) => `${name}: ${formatBoxes(boxes)}`).join(' · ')}
        {list.printedAt && ` · printed ${formatMoment(list.printedAt)}`}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Pick</th>
            <th scope="col">Need</th>
            <th scope="col">Have</th>
            <th scope="col">Done</th>
          </tr>
        </thead>
        <tbody>
          {list.products.map((line) => (
            <tr key={line.productId}>
              <td>
                {line.name}
                <br />
                <small>{formatByPlace(line, list)}</small>
              </td>
              <td>
                <strong>{line.need}</strong>
              </td>
              <td />
              <td>
                <span className="print-box" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
