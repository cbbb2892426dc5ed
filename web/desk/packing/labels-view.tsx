import { useQuery } from '@tanstack/react-query'
import { packing } from '#contract/packing.ts'
import type { LabelList } from '#contract/packing-lists.ts'
import { query } from '#web/api/query.ts'
import { CARD } from '../shared/card.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { usePrintSheet } from '../shared/print-sheet.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { formatListDay, type ListRequest } from './list-address.ts'
import { ListTools } from './list-tools.tsx'

export function LabelsView({ request }: { request: ListRequest }) {
  return (
    <QueryStates
      loading="Loading the labels…"
      failed="The labels could not be loaded."
      query={useQuery(query(packing.labels.show, request))}
    >
      {(list) =>
        list.labels.length === 0 ? (
          <ListEmpty text="There are no boxes for this day yet." />
        ) : (
          <Labels list={list} request={request} />
        )
      }
    </QueryStates>
  )
}

function Labels({ list, request }: { list: LabelList; request: ListRequest }) {
  const { print, sheet } = usePrintSheet()
  const { length } = list.labels
  const labels = list.labels.map((label) => (
    <BoxLabel key={`${label.orderId} ${label.box}`} label={label} day={request.params.day} />
  ))
  return (
    <>
      <ListTools
        text={length === 1 ? '1 label' : `${length} labels`}
        file={packing.labels.export}
        request={request}
        onPrint={() => print('labels', <div className="print-labels">{labels}</div>)}
      />
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">{labels}</div>
      {sheet}
    </>
  )
}

type Label = LabelList['labels'][number]

function BoxLabel({ label, day }: { label: Label; day: string }) {
  return (
    <div className={`${CARD} print-label p-4 wrap-anywhere`}>
      <strong className="block text-3xl tabular-nums">#{label.orderId}</strong>
      <p className="text-lg font-semibold">{label.pickupName ?? label.shortName}</p>
      <p>
        {label.placeName} · {formatListDay(day)}
      </p>
      <p>
        {label.box} of {label.boxes}
        {label.isGift && ' · gift'}
      </p>
    </div>
  )
}
