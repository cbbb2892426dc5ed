import { useQuery } from '@tanstack/react-query'
import { CirclePause, CirclePlay } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { openDialog } from '../shared/dialog-at.tsx'
import { calendarQuery } from './calendar-query.ts'
import { PAUSE_ADDRESS, useGoOn } from './pause-change.ts'

/** In the menu of the desk's parts, so that it is one tap away from each of them. */
export function PauseItem({ look }: { look: string }) {
  const { data } = useQuery(calendarQuery)
  const { goOn } = useGoOn()
  if (!data) return null
  const Icon = data.pause ? CirclePlay : CirclePause
  return (
    <DropdownMenu.Item
      className={look}
      onSelect={() => (data.pause ? goOn() : openDialog(PAUSE_ADDRESS))}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {data.pause ? 'Take orders again' : 'Stop taking orders'}
    </DropdownMenu.Item>
  )
}
