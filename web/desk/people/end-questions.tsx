import type { RefObject } from 'react'
import { type PersonAtWork, people } from '#contract/people.ts'
import { call } from '#web/api/call.ts'
import { ChangeQuestion } from '../shared/change-question.tsx'
import { useHashPath, useQuestion } from '../shared/use-question.ts'

type EndQuestionsProps = {
  list: readonly PersonAtWork[]
  /** Where focus goes when what was ended is gone with its button. */
  focusElse: RefObject<HTMLElement | null>
}

export function EndQuestions({ list, focusElse }: EndQuestionsProps) {
  const [, of = ''] = useHashPath().split('/')
  const person = list.find(({ id, role }) => String(id) === of && role === 'helper')
  const device = list.flatMap(({ devices }) => devices).find(({ id }) => `phone-${id}` === of)
  const [isOpen, open] = useQuestion(`people/${of}/end`, 'people')
  const name = device?.label ?? person?.name
  if (name === undefined) return null
  return (
    <ChangeQuestion
      open={isOpen}
      focusElse={focusElse}
      onClose={() => open(false)}
      title={`End access for ${name}?`}
      send={() =>
        device
          ? call(people.endDevice, { params: { id: String(device.id) } })
          : call(people.end, { params: { id: of } })
      }
      done={`${name} can no longer come in`}
      failed="Not ended"
      refreshes={[people.list]}
      confirmLabel="End access"
      busyLabel="Ending…"
    >
      {device
        ? 'This phone is locked out from its next tap on. A new link lets it in again.'
        : `From the next tap on, ${name} can no longer come in on any phone. The history keeps the name.`}
    </ChangeQuestion>
  )
}
