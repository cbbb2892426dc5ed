import { type PersonAtWork, people } from '#contract/people.ts'
import { call } from '#web/api/call.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useAsking, useHashPath } from '../shared/use-asking.ts'
import { useChange } from '../shared/use-change.ts'

/** Asks before a helper, or one phone, can no longer come in. */
export function EndQuestions({ list }: { list: readonly PersonAtWork[] }) {
  const [, of = ''] = useHashPath().split('/')
  const person = list.find(({ id, role }) => String(id) === of && role === 'helper')
  const device = list.flatMap(({ devices }) => devices).find(({ id }) => `phone-${id}` === of)
  const [isAsked, ask] = useAsking(`people/${of}/end`, 'people')
  const end = useChange({
    send: () =>
      device
        ? call(people.endDevice, { params: { id: String(device.id) } })
        : call(people.end, { params: { id: of } }),
    ...{ done: 'Ended', failed: 'Not ended', refreshes: [people.list] },
    onDone: () => ask(false),
  })
  const name = device?.label ?? person?.name
  if (name === undefined) return null
  return (
    <ConfirmDialog
      open={isAsked}
      onClose={() => ask(false)}
      title={`End ${name}?`}
      confirmLabel={end.isPending ? 'Ending…' : 'End'}
      busy={end.isPending}
      onConfirm={() => end.mutate()}
    >
      {device
        ? 'This phone opens nothing of the farm from its next tap on. A new link lets it in again.'
        : `${name} can no longer come in, on any phone, from the next tap on. The history keeps the name.`}
    </ConfirmDialog>
  )
}
