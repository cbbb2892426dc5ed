import { useQuery } from '@tanstack/react-query'
import { KeyRound, ListChecks, Power, RotateCcw, Send, Trash2 } from 'lucide-react'
import { use, useState } from 'react'
import {
  HOOK_TYPES,
  type Hook,
  type HookDraft,
  hookDraft,
  hooks,
  type MadeHook,
  type Tried,
} from '#contract/hooks.ts'
import { call, query } from '#web/api/call.ts'
import { TextField } from '#web/ui/field.tsx'
import type { ToastText } from '#web/ui/toast-store.ts'
import { CardRow, RowText } from '../shared/card.tsx'
import { CheckList } from '../shared/check-field.tsx'
import {
  AddressContext,
  DialogAt,
  type DialogProps,
  openDialog,
  useDraft,
} from '../shared/dialog-at.tsx'
import { errorsIn, useCheckedForm, wiredTo } from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { MenuButton } from '../shared/menu-button.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { ConnectionList } from './connection-list.tsx'
import { SecretDialog } from './secret-dialog.tsx'

export function HooksPart() {
  return (
    <ConnectionList
      query={useQuery({ ...query(hooks.list), staleTime: 0 })}
      what="webhooks"
      about="A webhook tells another program at once that an order, a product or a market day changed. It says only which one; the program then asks your shop with a token."
      empty="No program is told anything yet."
      label="Webhooks"
      Row={HookRow}
      make="Make a webhook"
      address="connections/new-webhook"
      Form={HookDialog}
    />
  )
}

function HookRow({ row: hook }: { row: Hook }) {
  const { isOn, url } = hook
  const address = `connections/webhook-${hook.id}`
  const [secret, setSecret] = useState<string | null>(null)
  const { formatMoment } = useFarmDates()
  const params = { id: hook.id }
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
            label: 'Change what it hears of',
            Icon: ListChecks,
            onSelect: () => openDialog(address),
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
      <DialogAt address={address} parent="connections">
        {(dialog) => <HookDialog {...dialog} hook={hook} />}
      </DialogAt>
      {secret !== null && (
        <SecretDialog
          open
          onClose={() => setSecret(null)}
          title={SECRET}
          what="secret"
          secret={secret}
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

const SECRET = 'The webhook’s secret'

function describeTry({ status, error }: Tried): ToastText {
  const isHeard = status !== null && status >= 200 && status < 300
  return {
    title: isHeard ? 'The other program has it' : 'The other program did not take it',
    ...(isHeard ? {} : { description: error ?? `It answered ${status}.` }),
  }
}

/** Makes a webhook, or changes what one hears of. */
function HookDialog({ hook, ...dialog }: DialogProps & { hook?: Hook }) {
  const addressed = use(AddressContext)
  const { url, types }: HookDraft = hook ?? { url: '', types: ['order.created'] }
  const [typed, setTyped] = useDraft('typed', { url, types })
  const save = useChange({
    send: (body: HookDraft): Promise<Hook | MadeHook> =>
      hook
        ? call(hooks.change, { params: { id: hook.id }, body: { types: body.types } })
        : call(hooks.create, { body }),
    done: (made) => ('tried' in made ? describeTry(made.tried) : { title: 'Webhook changed' }),
    failed: hook ? 'Not changed' : 'No webhook was made',
    refreshes: [hooks.list],
    isSecret: true,
    onDone: () => (hook ? dialog.onClose() : addressed?.forget()),
  })
  const { form, send, errors, wires } = useCheckedForm(save)
  const fields = wires(typed, setTyped)
  const submit = () => {
    const checked = hookDraft.safeParse(typed)
    send(errorsIn(checked), checked.data)
  }
  if (save.data && 'secret' in save.data)
    return (
      <SecretDialog
        {...dialog}
        title={SECRET}
        what="secret"
        secret={save.data.secret}
        description="Copy it into the other program now: with it, the program knows that a message is from your shop. It is not shown again."
      />
    )
  return (
    <FormDialog
      title={hook ? 'What it hears of' : 'Make a webhook'}
      {...dialog}
      isTouched={() => typed.url !== url || typed.types.join() !== types.join()}
      form={form}
      onSubmit={submit}
      save={
        hook
          ? { label: 'Save', busy: save.isPending }
          : { label: 'Make the webhook', busy: save.isPending, busyLabel: 'Making it…' }
      }
    >
      <div className="grid gap-5">
        <TextField
          label="Address"
          disabled={hook !== undefined}
          hint={hook ? undefined : 'The other program shows it. It begins with https://.'}
          required
          type="url"
          {...wiredTo(fields)('url')}
        />
        <CheckList
          legend="What it hears of"
          labels={HOOK_TYPES}
          chosen={typed.types}
          error={errors.types}
          onChange={(chosen) => fields.onType({ ...typed, types: chosen })}
        />
      </div>
    </FormDialog>
  )
}
