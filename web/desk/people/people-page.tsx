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
import {
  ChangeQuestion,
  DialogAt,
  type DialogProps,
  openDialog,
  useHashPath,
  useQuestion,
} from '../shared/dialog-at.tsx'
import { NameDialog } from '../shared/name-dialog.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'

export function PeoplePage() {
  const intro = useRef<HTMLParagraphElement>(null)
  return (
    <QueryPage
      loading="Loading who is at the farm…"
      failed="People and phones could not be loaded."
      query={useQuery({ ...query(people.list), staleTime: 0 })}
    >
      {(list) => (
        <>
          <People list={list} intro={intro} />
          <PeopleDialogs list={list} intro={intro} />
        </>
      )}
    </QueryPage>
  )
}

type PeopleProps = { list: readonly PersonAtWork[]; intro: RefObject<HTMLParagraphElement | null> }

function People({ list, intro }: PeopleProps) {
  return (
    <>
      <p ref={intro} tabIndex={-1} className="mb-4 max-w-prose text-bark-deep outline-none">
        A helper sees the lists of a day, the stock and the stall; never emails, phone numbers,
        addresses, refunds or settings. A link makes one phone theirs, without a password.
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {list.map((person) => (
          <PersonCard key={person.id} person={person} />
        ))}
      </div>
      <Button className="mt-4 pl-4" onClick={() => openDialog('people/new')}>
        <Plus aria-hidden="true" className="size-5" />
        Add a helper
      </Button>
    </>
  )
}

function PersonCard({ person }: { person: PersonAtWork }) {
  const { id, name, role, devices } = person
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
            <DeviceRow key={device.id} device={device} />
          ))}
        </CardList>
      )}
      <PasskeysOf personId={id} />
      <div className="mt-3 flex flex-wrap gap-2">
        {role === 'helper' && <NewLinkButton person={person} />}
        <Button variant="quiet" size="sm" onClick={() => openDialog(`people/${id}/name`)}>
          Rename
        </Button>
        {role === 'helper' && (
          <Button variant="quiet" size="sm" onClick={() => openDialog(`people/${id}/end`)}>
            Remove access
          </Button>
        )}
      </div>
    </Card>
  )
}

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

function NewLinkButton({ person: { id } }: { person: PersonAtWork }) {
  return (
    <Button size="sm" onClick={() => openDialog(`people/${id}/link`)}>
      New link
    </Button>
  )
}

function DeviceRow({ device }: { device: LinkedDevice }) {
  const { formatMoment } = useFarmDates()
  const { id, label, heardAt, linkedAt } = device
  return (
    <CardRow className="flex flex-wrap items-center gap-2 px-4 py-3">
      <RowText
        title={label}
        note={`Last used ${formatMoment(heardAt)}, linked ${formatMoment(linkedAt)}`}
        className="basis-full sm:basis-40"
      />
      <Button
        variant="quiet"
        size="sm"
        aria-label={`Rename ${label}`}
        onClick={() => openDialog(`people/phone-${id}/name`)}
      >
        Rename
      </Button>
      <Button
        variant="quiet"
        size="sm"
        aria-label={`Remove access for ${label}`}
        onClick={() => openDialog(`people/phone-${id}/end`)}
      >
        Remove access
      </Button>
    </CardRow>
  )
}

/** Each at its address: `people/new`, `people/2/name`, `people/phone-3/end`. */
function PeopleDialogs({ list, intro }: PeopleProps) {
  const path = useHashPath()
  const [, of = '', task] = path.split('/')
  const person = list.find(({ id }) => String(id) === of)
  const device = list.flatMap(({ devices }) => devices).find(({ id }) => `phone-${id}` === of)
  const refreshes = [people.list]
  const add = useChange({
    send: (name: string) => call(people.add, { body: { name } }),
    done: 'Helper added',
    failed: 'Not added',
    refreshes,
  })
  const rename = useChange({
    send: (name: string): Promise<{ id: number }> =>
      device
        ? call(people.renameDevice, { params: { id: String(device.id) }, body: { label: name } })
        : call(people.rename, { params: { id: of }, body: { name } }),
    done: 'Renamed',
    failed: 'Not renamed',
    refreshes,
  })
  const first = device?.label ?? person?.name
  return (
    <>
      <DialogAt address="people/new">
        {(dialog) => (
          <NameDialog {...dialog} title="Add a helper" label="Name" first="" save={add} />
        )}
      </DialogAt>
      {task === 'name' && first !== undefined && (
        <DialogAt key={path} address={path} parent="people">
          {(dialog) => (
            <NameDialog
              {...dialog}
              title={`Rename ${first}`}
              label="Name"
              first={first}
              save={rename}
            />
          )}
        </DialogAt>
      )}
      {task === 'link' && person && (
        <DialogAt key={path} address={path} parent="people">
          {(dialog) => <LinkDialog {...dialog} person={person} />}
        </DialogAt>
      )}
      <EndQuestions list={list} focusElse={intro} />
    </>
  )
}

type EndQuestionsProps = {
  list: readonly PersonAtWork[]
  focusElse: RefObject<HTMLElement | null>
}

function EndQuestions({ list, focusElse }: EndQuestionsProps) {
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
      title={`Remove access for ${name}?`}
      send={() =>
        device
          ? call(people.endDevice, { params: { id: String(device.id) } })
          : call(people.end, { params: { id: of } })
      }
      done={`${name} can no longer come in`}
      failed="Not ended"
      refreshes={[people.list]}
      confirmLabel="Remove access"
      busyLabel="Ending…"
    >
      {device
        ? 'This phone is locked out from its next tap on. A new link lets it in again.'
        : `From the next tap on, ${name} can no longer come in on any phone. The history keeps the name.`}
    </ChangeQuestion>
  )
}

type LinkDialogProps = DialogProps & { person: PersonAtWork }

function LinkDialog({ person: { id, name, linkUntil }, ...dialog }: LinkDialogProps) {
  const link = useChange({
    send: () => call(people.makeLink, { params: { id: String(id) } }),
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
        <ShownLink url={link.data.url} name={name} />
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

function ShownLink({ url, name }: { url: string; name: string }) {
  return (
    <div className="grid justify-items-center gap-4">
      <QrCode
        text={url}
        label={`Code of the link for ${name}`}
        size="14rem"
        className="rounded-xl"
      />
      <CopiedText text={url} what="link" />
    </div>
  )
}
