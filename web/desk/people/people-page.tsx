import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { passkeys } from '#contract/people/passkeys.ts'
import {
  LINK_HOURS,
  type LinkedDevice,
  type PersonAtWork,
  people,
} from '#contract/people/people.ts'
import { call, query } from '#web/api/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { PasskeysOf } from '../account/passkey-rows.tsx'
import { Card, CardList, CardRow, QueryPage, RowText } from '../shared/card.tsx'
import { CopiedText } from '../shared/copied-text.tsx'
import { DialogAt, type DialogProps, openDialog } from '../shared/dialog-at.tsx'
import { NameDialog, RenameButton } from '../shared/name-dialog.tsx'
import { QuestionButton } from '../shared/question-button.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'

export function PeoplePage() {
  return (
    <QueryPage
      what="the people and phones"
      query={useQuery({ ...query(people.list), staleTime: 0 })}
    >
      {(list) => <People list={list} />}
    </QueryPage>
  )
}

/** Each dialog at its address: `people/new`, `people/2/name`, `people/phone-3/end`. */
function People({ list }: { list: readonly PersonAtWork[] }) {
  const intro = useRef<HTMLParagraphElement>(null)
  return (
    <>
      <p ref={intro} tabIndex={-1} className="mb-4 max-w-prose text-bark-deep outline-none">
        A helper sees the lists of a day, the stock and the stall; never emails, phone numbers,
        addresses, refunds or settings. A link makes one phone theirs, without a password.
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {list.map((person) => (
          <PersonCard key={person.id} person={person} focusElse={intro} />
        ))}
      </div>
      <Button className="mt-4 pl-4" onClick={() => openDialog('people/new')}>
        <Plus aria-hidden="true" className="size-5" />
        Add a helper
      </Button>
      <DialogAt address="people/new">
        {(dialog) => (
          <NameDialog
            {...dialog}
            title="Add a helper"
            first=""
            send={(name) => call(people.add, { body: { name } })}
            done="Helper added"
            failed="Not added"
            refreshes={[people.list]}
          />
        )}
      </DialogAt>
    </>
  )
}

type FocusElse = { focusElse: RefObject<HTMLElement | null> }

function PersonCard({ person, focusElse }: FocusElse & { person: PersonAtWork }) {
  const { id, name, role, devices } = person
  const params = { id }
  return (
    <Card aria-label={name}>
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="mr-auto text-xl wrap-anywhere">{name}</h3>
        <Badge variant="secondary">{role === 'farmer' ? 'Farmer' : 'Helper'}</Badge>
      </div>
      {role === 'farmer' ? <FarmerSignsIn /> : <LinkState person={person} />}
      {devices.length > 0 && (
        <CardList className="mt-3">
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} focusElse={focusElse} />
          ))}
        </CardList>
      )}
      <PasskeysOf personId={id} />
      <div className="mt-3 flex flex-wrap gap-2">
        {role === 'helper' && <NewLinkButton person={person} />}
        <RenameButton
          address={`people/${id}/name`}
          parent="people"
          first={name}
          send={(text) => call(people.rename, { params, body: { name: text } })}
          refreshes={[people.list]}
        />
        {role === 'helper' && (
          <QuestionButton
            {...removalOf(name)}
            address={`people/${id}/end`}
            focusElse={focusElse}
            button={{ size: 'sm', children: 'Remove access' }}
            send={() => call(people.end, { params })}
          >
            From the next tap on, {name} can no longer come in on any phone. The history keeps the
            name.
          </QuestionButton>
        )}
      </div>
    </Card>
  )
}

const removalOf = (name: string) => ({
  parent: 'people',
  title: `Remove access for ${name}?`,
  done: `${name} can no longer come in`,
  failed: 'Not ended',
  refreshes: [people.list],
  confirmLabel: 'Remove access',
  busyLabel: 'Ending…',
})

function FarmerSignsIn() {
  const { data } = useQuery({ ...query(passkeys.list), staleTime: 0 })
  const how = data?.secondFactor?.since ? 'a passkey' : 'the password or a passkey'
  return <p className="mt-1 text-bark-deep">Signs in with {how}.</p>
}

function LinkState({ person: { devices, linkUntil } }: { person: PersonAtWork }) {
  const { formatMoment } = useFarmDates()
  if (linkUntil !== null)
    return <p className="mt-1">A link waits to be opened, until {formatMoment(linkUntil)}.</p>
  if (devices.length > 0) return null
  return <p className="mt-1 text-bark-deep">No phone yet. Make a link and send it.</p>
}

function NewLinkButton({ person }: { person: PersonAtWork }) {
  const address = `people/${person.id}/link`
  return (
    <>
      <Button size="sm" onClick={() => openDialog(address)}>
        New link
      </Button>
      <DialogAt address={address} parent="people">
        {(dialog) => <LinkDialog {...dialog} person={person} />}
      </DialogAt>
    </>
  )
}

function DeviceRow({ device, focusElse }: FocusElse & { device: LinkedDevice }) {
  const { formatMoment } = useFarmDates()
  const { id, label, heardAt, linkedAt } = device
  const params = { id }
  return (
    <CardRow className="flex flex-wrap items-center gap-2 px-4 py-3">
      <RowText
        title={label}
        note={`Last used ${formatMoment(heardAt)}, linked ${formatMoment(linkedAt)}`}
        className="basis-full sm:basis-40"
      />
      <RenameButton
        address={`people/phone-${id}/name`}
        parent="people"
        first={label}
        label={`Rename ${label}`}
        send={(text) => call(people.renameDevice, { params, body: { label: text } })}
        refreshes={[people.list]}
      />
      <QuestionButton
        {...removalOf(label)}
        address={`people/phone-${id}/end`}
        focusElse={focusElse}
        button={{
          size: 'sm',
          'aria-label': `Remove access for ${label}`,
          children: 'Remove access',
        }}
        send={() => call(people.endDevice, { params })}
      >
        The shop takes nothing more from this phone. What it has loaded of a market day stays on it,
        and what is noted there waits for a new link.
      </QuestionButton>
    </CardRow>
  )
}

type LinkDialogProps = DialogProps & { person: PersonAtWork }

function LinkDialog({ person: { id, name, linkUntil }, ...dialog }: LinkDialogProps) {
  const link = useChange({
    send: () => call(people.makeLink, { params: { id } }),
    done: 'Link made',
    failed: 'No link was made',
    refreshes: [people.list],
    isSecret: true,
  })
  return (
    <Dialog
      {...dialog}
      title={`Link for ${name}`}
      description={`It makes one phone ${name}’s, once, within ${LINK_HOURS} hours. Whoever opens it first is let in: show or send it to ${name} alone.`}
    >
      {link.data ? (
        <div className="grid justify-items-center gap-4">
          <QrCode
            text={link.data.url}
            label={`Code of the link for ${name}`}
            size="14rem"
            className="rounded-xl"
          />
          <CopiedText text={link.data.url} what="link" />
        </div>
      ) : (
        <div className="grid gap-3">
          {linkUntil !== null && <p>The link that was made before ends then.</p>}
          <Button size="lg" busy={link.isPending} onClick={() => link.mutate()}>
            {link.isPending ? 'Making the link…' : 'Make the link'}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
