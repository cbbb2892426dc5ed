import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { type Passkey, passkeys } from '#contract/people/passkeys.ts'
import type { FarmDates } from '#contract/time/date-format.ts'
import { call, query } from '#web/api/call.ts'
import { CardList, CardRow, RowText } from '../shared/card.tsx'
import { RenameButton } from '../shared/name-dialog.tsx'
import { QuestionButton } from '../shared/question-button.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'

type PasskeyRowsProps = {
  at: 'passkeys' | 'people'
  passkeys: readonly Passkey[]
}

export function PasskeyRows({ at, passkeys: list }: PasskeyRowsProps) {
  const top = useRef<HTMLUListElement>(null)
  return (
    <CardList ref={top} tabIndex={-1} aria-label="Passkeys" className="mt-3 outline-none">
      {list.map((passkey) => (
        <PasskeyRow key={passkey.id} at={at} passkey={passkey} focusElse={top} />
      ))}
    </CardList>
  )
}

export function PasskeysOf({ personId }: { personId: number }) {
  const { data } = useQuery({ ...query(passkeys.list), staleTime: 0 })
  const list = data?.passkeys.filter((passkey) => passkey.personId === personId) ?? []
  return list.length > 0 && <PasskeyRows at="people" passkeys={list} />
}

type PasskeyRowProps = {
  at: PasskeyRowsProps['at']
  passkey: Passkey
  focusElse: RefObject<HTMLElement | null>
}

function PasskeyRow({ at, passkey, focusElse }: PasskeyRowProps) {
  const dates = useFarmDates()
  const { id, label } = passkey
  const params = { id }
  return (
    <CardRow className="flex flex-wrap items-center gap-2 px-4 py-3">
      <RowText
        title={`Passkey: ${label}`}
        note={stateOf(passkey, dates)}
        className="basis-full sm:basis-40"
      />
      <RenameButton
        address={`${at}/passkey-${id}/name`}
        parent={at}
        first={label}
        label={`Rename the passkey ${label}`}
        send={(name) => call(passkeys.rename, { params, body: { label: name } })}
        refreshes={[passkeys.list]}
      />
      <QuestionButton
        address={`${at}/passkey-${id}/end`}
        parent={at}
        focusElse={focusElse}
        button={{ size: 'sm', 'aria-label': `Remove the passkey ${label}`, children: 'Remove' }}
        title={`Remove the passkey ${label}?`}
        send={() => call(passkeys.remove, { params })}
        done="Passkey removed"
        failed="Not removed"
        refreshes={[passkeys.list]}
        confirmLabel="Remove"
        busyLabel="Removing…"
      >
        It will stop working, and browsers it signed in will be signed out. Delete it on your device
        too; we can’t do that for you.
      </QuestionButton>
    </CardRow>
  )
}

function stateOf(passkey: Passkey, { formatMoment }: FarmDates): string {
  const { stoppedAt, worksHere, site, usedAt, addedAt } = passkey
  if (stoppedAt !== null)
    return `Stopped ${formatMoment(stoppedAt)}: it answered as a copy of it would. Remove it and add a new one.`
  if (!worksHere) return `Made for ${site}; it does not work under this name.`
  const used = usedAt === null ? 'Never used' : `Last used ${formatMoment(usedAt)}`
  return `${used}, added ${formatMoment(addedAt)}`
}
