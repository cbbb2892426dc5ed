import { type ReactNode, useState } from 'react'
import { includesWords } from '#contract/chat/word-forms.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { CardList, CardRow } from '../shared/card.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { usePrintSheet } from '../shared/print-sheet.tsx'
import { ToolSearch } from '../shared/toolbar.tsx'
import { type Collectable, CollectedButton } from './collected-button.tsx'
import type { ListRequest } from './list-address.ts'
import { ListTools } from './list-tools.tsx'

type HandedOverListProps<Entry extends Collectable> = {
  orders: readonly Entry[]
  request: ListRequest
  file: Endpoint
  /** The button's label, and the order's state after it: `Give`, `picked up`. */
  verb: string
  done: string
  sheet: ReactNode
  findLabel: string
  /** By what an order is found beside its number. */
  textOf: (order: Entry) => string
  children: (order: Entry) => ReactNode
}

export function HandedOverList<Entry extends Collectable>(props: HandedOverListProps<Entry>) {
  const { orders, request, file, verb, done, sheet, findLabel, textOf, children } = props
  const [text, setText] = useState('')
  const printing = usePrintSheet()
  const gone = orders.filter(({ isDone }) => isDone).length
  const shown = orders
    .filter((order) => isFound(order.id, textOf(order), text))
    .toSorted((one, other) => Number(one.isDone) - Number(other.isDone))
  return (
    <>
      <ListTools
        text={`${gone} of ${orders.length} ${done}`}
        part={gone / orders.length}
        file={file}
        request={request}
        onPrint={() => printing.print('sheet', sheet)}
      />
      <ToolSearch label={findLabel} value={text} onType={setText} />
      <p className="my-2 text-bark-deep">
        <strong className="text-soil">{orders.length - gone}</strong> still here
      </p>
      {shown.length === 0 && <ListEmpty text="Nobody found." />}
      <CardList hidden={shown.length === 0}>
        {shown.map((order) => (
          <CardRow key={order.id} className="flex items-center gap-3 px-4 py-3 max-sm:flex-wrap">
            <strong className="min-w-12 text-2xl tabular-nums">#{order.id}</strong>
            {children(order)}
            <CollectedButton order={order} verb={verb} />
          </CardRow>
        ))}
      </CardList>
      {printing.sheet}
    </>
  )
}

function isFound(id: number, entry: string, text: string): boolean {
  return includesWords(`#${id}`, text) || includesWords(entry, text)
}
