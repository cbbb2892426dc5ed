import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { type Passkey, passkeys } from '#contract/people/passkeys.ts'
import type { FarmDates } from '#contract/time/date-format.ts'
import { call, query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { CardList, CardRow, RowText } from '../shared/card.tsx'
import {
  ChangeQuestion,
  DialogAt,
  openDialog,
  useHashPath,
  useQuestion,
} from '../shared/dialog-at.tsx'
import { NameDialog } from '../shared/name-dialog.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'

type PasskeyRowsProps = {
  at: 'passkeys' | 'people'
  passkeys: readonly Passkey[]
}

export function PasskeyRows({ at, passkeys: list }: PasskeyRowsProps) {
  const [, of = '', task] = useHashPath().split('/')
  const top = useRef<HTMLUListElement>(null)
  const dates = useFarmDates()
  const chosen = list.find(({ id }) => `passkey-${id}` === of)
  return (
    <>
      <CardList ref={top} tabIndex={-1} aria-label="Passkeys" className="mt-3 outline-none">
        {list.map((passkey) => (
          <PasskeyRow key={passkey.id} at={at} passkey={passkey} dates={dates} />
        ))}
      </CardList>
      {chosen && task === 'name' && <RenamePasskey at={at} passkey={chosen} />}
      {chosen && <RemovePasskey at={at} passkey={chosen} focusElse={top} />}
    </>
  )
}

type OneProps = { at: PasskeyRowsProps['at']; passkey: Passkey }

export function PasskeysOf({ personId }: { personId: number }) {
  const { data } = useQuery({ ...query(passkeys.list), staleTime: 0 })
  const list = data?.passkeys.filter((passkey) => passkey.personId === personId) ?? []
  return list.length > 0 && <PasskeyRows at="people" passkeys={list} />
}

function PasskeyRow({ at, passkey, dates }: OneProps & { dates: FarmDates }) {
  const { id, label } = passkey
  return (
    <CardRow className="flex flex-wrap items-center gap-2 px-4 py-3">
      <RowText
        title={`Passkey: ${label}`}
        note={stateOf(passkey, dates)}
        className="basis-full sm:basis-40"
      />
      <Button
        variant="quiet"
        size="sm"
        aria-label={`Rename the passkey ${label}`}
        onClick={() => openDialog(`${at}/passkey-${id}/name`)}
      >
        Rename
      </Button>
      <Button
        variant="quiet"
        size="sm"
        aria-label={`Remove the passkey ${label}`}
        onClick={() => openDialog(`${at}/passkey-${id}/end`)}
      >
        Remove
      </Button>
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

function RenamePasskey({ at, passkey: { id, label } }: OneProps) {
  const save = useChange({
    send: (name: string) =>
      call(passkeys.rename, { params: { id: String(id) }, body: { label: name } }),
    done: 'Renamed',
    failed: 'Not renamed',
    refreshes: [passkeys.list],
  })
  return (
    <DialogAt address={`${at}/passkey-${id}/name`} parent={at}>
      {(dialog) => (
        <NameDialog {...dialog} title={`Rename ${label}`} label="Name" first={label} save={save} />
      )}
    </DialogAt>
  )
}

function RemovePasskey({
  at,
  passkey: { id, label },
  focusElse,
}: OneProps & { focusElse: RefObject<HTMLElement | null> }) {
  const [isOpen, ask] = useQuestion(`${at}/passkey-${id}/end`, at)
  return (
    <ChangeQuestion
      open={isOpen}
      focusElse={focusElse}
      onClose={() => ask(false)}
      title={`Remove the passkey ${label}?`}
      send={() => call(passkeys.remove, { params: { id: String(id) } })}
      done="Passkey removed"
      failed="Not removed"
      refreshes={[passkeys.list]}
      confirmLabel="Remove"
      busyLabel="Removing…"
    >
      It will stop working, and browsers it signed in will be signed out. Delete it on your device
      too; we can’t do that for you.
    </ChangeQuestion>
  )
}
