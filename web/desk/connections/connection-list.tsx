import type { UseQueryResult } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ComponentType } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CardList, QueryPage } from '../shared/card.tsx'
import { DialogAt, type DialogProps, openDialog } from '../shared/dialog-at.tsx'

type ConnectionListProps<Row> = {
  query: UseQueryResult<Row[]>
  what: string
  about: string
  empty: string
  label: string
  Row: ComponentType<{ row: Row }>
  make: string
  /** Of the dialog that makes one. */
  address: string
  Form: ComponentType<DialogProps>
}

/** What other programs were given, and a way to give it to one more. */
export function ConnectionList<Row extends { id: number }>(props: ConnectionListProps<Row>) {
  const { query, what, about, empty, label, Row, make, address, Form } = props
  return (
    <QueryPage what={what} query={query}>
      {(list) => (
        <>
          <p className="mb-4 max-w-prose text-bark-deep">{about}</p>
          <CardList aria-label={label} empty={empty}>
            {list.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </CardList>
          <Button className="mt-4 pl-4" onClick={() => openDialog(address)}>
            <Plus aria-hidden="true" className="size-5" />
            {make}
          </Button>
          <DialogAt address={address} parent="connections">
            {(dialog) => <Form {...dialog} />}
          </DialogAt>
        </>
      )}
    </QueryPage>
  )
}
