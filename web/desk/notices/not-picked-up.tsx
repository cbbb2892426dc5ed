import { useQuery } from '@tanstack/react-query'
import { noShowsQuery } from '../no-shows/no-shows-query.ts'
import { Notice } from '../shared/notice.tsx'

/** Orders of days that are over, about which nothing was decided yet. */
export function NotPickedUp() {
  const { data = [] } = useQuery(noShowsQuery)
  const open = data.flatMap(({ orders }) => orders).filter(({ isKept }) => !isKept).length
  if (open === 0) return null
  return (
    <Notice tone="warning" className="mt-4">
      {open === 1 ? 'One order was not picked up.' : `${open} orders were not picked up.`}{' '}
      <a href="#market/not-picked-up" className="font-semibold underline underline-offset-4">
        Decide what becomes of {open === 1 ? 'it' : 'them'}
      </a>
    </Notice>
  )
}
