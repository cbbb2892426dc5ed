import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Query } from '#web/api/query.ts'
import { ListEmpty } from '../shared/list-states.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import type { ListRequest } from './list-address.ts'

type DayListProps<Part extends string, List> = {
  name: string
  ask: (request: ListRequest) => Query<List>
  /** Without these the list is empty. */
  part: Part
  empty: string
  hint?: string
  Shown: ComponentType<{ list: List; request: ListRequest }>
}

type ListOf<Part extends string> = Record<Part, readonly unknown[]>
type Asked = { request: ListRequest }

export function dayList<Part extends string, List extends ListOf<Part>>(
  list: DayListProps<Part, List>,
) {
  return ({ request }: Asked) => <DayList {...list} request={request} />
}

function DayList<Part extends string, List extends ListOf<Part>>(
  props: DayListProps<Part, List> & Asked,
) {
  const { name, ask, part, empty, hint, Shown, request } = props
  return (
    <QueryStates
      loading={`Loading the ${name}…`}
      failed={`The ${name} could not be loaded.`}
      query={useQuery(ask(request))}
    >
      {(list) =>
        list[part].length > 0 ? (
          <Shown list={list} request={request} />
        ) : (
          <ListEmpty text={empty}>{hint && <p className="text-bark-deep">{hint}</p>}</ListEmpty>
        )
      }
    </QueryStates>
  )
}
