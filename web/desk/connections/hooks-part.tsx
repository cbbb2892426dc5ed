import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus, Power, RotateCcw, Send, Trash2 } from 'lucide-react'
import { use, useState } from 'react'
import {
  HOOK_TYPES,
  type Hook,
  type HookDraft,
  hookDraft,
  hooks,
  type Tried,
} from '#contract/hooks.ts'
import { call, query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import type { ToastText } from '#web/ui/toast-store.ts'
import { CardList, CardRow, ListEmpty, QueryPage, RowText } from '../shared/card.tsx'
import { CheckList } from '../shared/check-field.tsx'
import { CopiedText } from '../shared/copied-text.tsx'
import {
  AddressContext,
  DialogAt,
  type DialogProps,
  openDialog,
  useDraft,
} from '../shared/dialog-at.tsx'
import { errorsIn, useCheckedForm } from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { MenuButton } from '../shared/menu-button.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'

export function HooksPart() {
  return (
    <QueryPage
      loading="Loading webhooks…"
      failed="The webhooks could not be loaded."
      query={useQuery({ ...query(hooks.list), staleTime: 0 })}
    >
      {(list) => (
        <>
          <p className="mb-4 max-w-prose text-bark-deep">
            A webhook tells another program at once that an order, a product or a market day
            changed. It says only which one; the program then asks your shop with a token.
          </p>
          {list.length === 0 ? (
            <ListEmpty text="No program is told anything yet." />
          ) : (
            <CardList aria-label="Webhooks">
              {list.map((hook) => (
                <HookRow key={hook.id} hook={hook} />
              ))}
            </CardList>
          )}
          <Button className="mt-4 pl-4" onClick={() => openDialog('connections/new-webhook')}>
            <Plus aria-hidden="true" className="size-5" />
            Make a webhook
          </Button>
          <DialogAt address="connections/new-webhook" parent="connections">
            {(dialog) => <NewHookDialog {...dialog} />}
          </DialogAt>
        </>
      )}
    </QueryPage>
  )
}

function HookRow({ hook }: { hook: Hook }) {
  const { isOn, url } = hook
  const [secret, setSecret] = useState<string | null>(null)
  const { formatMoment } = useFarmDates()
  const params = { id: String(hook.id) }
  const act = useChange({
    send: (ask: () => Promise<ToastText>) => ask(),
    done: (said) => said,
    failed: 'Not done',
    refreshes: [hooks.list],
    isSecret: true,
  })
  /** Runs a call of the menu and says that it is done. */
  const asking = (title: string, ask: () => Promise<unknown>) => () =>
    act.mutate(async () => {
      await ask()
      return { title }
    })
  const turn = () => call(hooks.change, { params, body: { isOn: !isOn } })
  const rotate = async () => setSecret((await call(hooks.rotate, { params })).secret)
  const again = () => call(hooks.redeliver, { params, body: { from: 1 } })
  const heard = hook.types.map((type) => HOOK_TYPES[type]).join('. ')
  return (
    <CardRow className="flex items-center gap-3 px-4 py-3">
      <RowText title={url} note={`${heard}. ${stateOf(hook, formatMoment)}`} className="flex-1" />
      <MenuButton
        label={`More for ${url}`}
        items={[
          {
            label: 'Send a test',
            Icon: Send,
            onSelect: () => act.mutate(async () => describeTry(await call(hooks.test, { params }))),
          },
          {
            label: isOn ? 'Turn off' : 'Turn on',
            Icon: Power,
            onSelect: asking(isOn ? 'Webhook turned off' : 'Webhook turned on', turn),
          },
          {
            label: 'Make a new secret',
            Icon: KeyRound,
            onSelect: asking('New secret made', rotate),
          },
          {
            label: 'Send 30 days again',
            Icon: RotateCcw,
            onSelect: asking('The last 30 days are on their way', again),
          },
          {
            label: 'End',
            Icon: Trash2,
            isDanger: true,
            onSelect: asking('Webhook ended', () => call(hooks.delete, { params })),
          },
        ]}
      />
      {secret !== null && (
        <SecretDialog
          {...{ open: true, onClose: () => setSecret(null), secret }}
          description="Give it to the other program within 24 hours: until then both secrets sign. It is not shown again."
        />
      )}
    </CardRow>
  )
}

function stateOf(
  { isOn, waiting, failingSince, lastStatus, lastError, skipped }: Hook,
  formatMoment: (at: string) => string,
): string {
  const left = waiting > 0 ? ` ${waiting} to send.` : ''
  const lost = skipped > 0 ? ` ${skipped} given up.` : ''
  if (failingSince === null) return `${isOn ? 'On' : 'Off'}.${left}${lost}`
  const why = lastError ?? `It answers ${lastStatus}.`
  if (!isOn) return `The shop turned it off. ${why}${left}${lost}`
  return `Not working since ${formatMoment(failingSince)}: ${why}${left}${lost}`
}

function describeTry({ status, error }: Tried) {
  const isHeard = status !== null && status >= 200 && status < 300
  return {
    title: isHeard ? 'The other program has it' : 'The other program did not take it',
    ...(isHeard ? {} : { text: error ?? `It answered ${status}.` }),
  }
}

type SecretProps = DialogProps & { secret: string; description: string }

function SecretDialog({ secret, description, ...dialog }: SecretProps) {
  return (
    <Dialog {...dialog} title="The webhook’s secret" description={description}>
      <div className="grid justify-items-center gap-4">
        <CopiedText text={secret} what="secret" />
      </div>
    </Dialog>
  )
}

function NewHookDialog(dialog: DialogProps) {
  const addressed = use(AddressContext)
  const [url, setUrl] = useDraft('url', '')
  const [types, setTypes] = useDraft<HookDraft['types']>('types', ['order.created'])
  const create = useChange({
    send: (body: HookDraft) => call(hooks.create, { body }),
    done: ({ tried }) => describeTry(tried),
    failed: 'No webhook was made',
    refreshes: [hooks.list],
    isSecret: true,
    onDone: () => addressed?.forget(),
  })
  const { form, send, errors, forgetError } = useCheckedForm(create)
  const submit = () => {
    const checked = hookDraft.safeParse({ url, types })
    send(errorsIn(checked), checked.data)
  }
  if (create.data)
    return (
      <SecretDialog
        {...{ ...dialog, secret: create.data.secret }}
        description="Copy it into the other program now: with it, the program knows that a message is from your shop. It is not shown again."
      />
    )
  return (
    <FormDialog
      title="Make a webhook"
      {...dialog}
      isTouched={() => url !== ''}
      form={form}
      onSubmit={submit}
      save={{ label: 'Make the webhook', busy: create.isPending, busyLabel: 'Making it…' }}
    >
      <div className="grid gap-5">
        <TextField
          label="Address"
          hint="The other program shows it. It begins with https://."
          required
          name="url"
          type="url"
          value={url}
          error={errors.url}
          onChange={({ target }) => {
            forgetError('url')
            setUrl(target.value)
          }}
        />
        <CheckList
          legend="What it hears of"
          labels={HOOK_TYPES}
          chosen={types}
          error={errors.types}
          onChange={(chosen) => {
            forgetError('types')
            setTypes(chosen)
          }}
        />
      </div>
    </FormDialog>
  )
}
