import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { FRESH_MINUTES } from '#contract/people/admin.ts'
import {
  MAX_PASSKEY_LABEL,
  type Passkey,
  type PasskeyList,
  passkeys,
} from '#contract/people/passkeys.ts'
import { call, query } from '#web/api/call.ts'
import { canUsePasskeys } from '#web/api/can-use-passkeys.ts'
import { makePasskey } from '#web/api/passkey.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useHasTokens } from '../connections/use-has-tokens.ts'
import { Card, ListEmpty, QueryPage } from '../shared/card.tsx'
import { DialogAt, type DialogProps, openDialog, useDraft } from '../shared/dialog-at.tsx'
import { useCheckedForm } from '../shared/edit-form.ts'
import { ActionDialog, FormDialog } from '../shared/form-dialog.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { PasskeyRows } from './passkey-rows.tsx'
import { useSignInByPasskey } from './passkey-sign-in.tsx'

export function PasskeysPage() {
  return (
    <QueryPage what="passkeys" query={useQuery({ ...query(passkeys.list), staleTime: 0 })}>
      {(list) => <Passkeys list={list} />}
    </QueryPage>
  )
}

function Passkeys({ list }: { list: PasskeyList }) {
  const { personId, secondFactor } = list
  const own = list.passkeys.filter((passkey) => passkey.personId === personId)
  const whyNot = list.whyNot ?? (canUsePasskeys() ? null : OLD_BROWSER)
  const isFarmer = secondFactor !== null
  const working = own.filter(({ stoppedAt }) => stoppedAt === null)
  const isMoved = working.length > 0 && working.every(({ worksHere }) => !worksHere)
  return (
    <>
      <p className="mb-4 max-w-prose text-bark-deep">
        A passkey opens the desk with your fingerprint, your face or your phone’s PIN. Nobody can
        guess it, and it works only at {location.hostname}.{' '}
        {!isFarmer && 'With one you can sign in even if you lose the farmer’s link.'}
        {secondFactor?.since === null && 'Your password still works.'}
      </p>
      {isMoved && (
        <p className="mb-4 max-w-prose rounded-2xl bg-yolk-pale px-4 py-3 text-yolk-deep">
          The shop has another name than when you made your passkeys: none of them works at{' '}
          {location.hostname}. {whyNot === null && 'Add a new one here, then remove the old ones.'}
        </p>
      )}
      {own.length === 0 ? (
        <ListEmpty text="You have no passkey yet." />
      ) : (
        <PasskeyRows at="passkeys" passkeys={own} />
      )}
      {whyNot === null ? (
        <Button className="mt-4 pl-4" onClick={() => openDialog('passkeys/new')}>
          <Plus aria-hidden="true" className="size-5" />
          Add a passkey
        </Button>
      ) : (
        <p className="mt-4 max-w-prose">{whyNot}</p>
      )}
      {secondFactor && <SecondFactorCard state={secondFactor} own={own} />}
      {whyNot === null && (
        <DialogAt address="passkeys/new">{(dialog) => <AddPasskeyDialog {...dialog} />}</DialogAt>
      )}
    </>
  )
}

const OLD_BROWSER =
  'This browser is too old to make a passkey. Update it, or open the desk in another one.'

function AddPasskeyDialog(dialog: DialogProps) {
  const [label, setLabel] = useDraft('label', '')
  const add = useChange({
    send: async (label: string) => {
      const made = await makePasskey(await call(passkeys.begin))
      return call(passkeys.add, { body: { label, ...made } })
    },
    done: 'Passkey added',
    failed: 'No passkey was added',
    refreshes: [passkeys.list],
    onDone: dialog.onClose,
  })
  const { form, send, field } = useCheckedForm(add)
  const submit = () =>
    send(label.trim() === '' ? { label: 'Please say what to call it.' } : {}, label.trim())
  return (
    <FormDialog
      title="Add a passkey"
      description="The browser then asks where to keep it: on this device, in a password manager, or on a security key."
      {...dialog}
      isTouched={() => label !== ''}
      form={form}
      onSubmit={submit}
      save={{ label: 'Go on', busy: add.isPending, busyLabel: 'Waiting for the passkey…' }}
    >
      <div className="grid gap-5">
        <TextField
          label="What to call it"
          hint="Such as “My phone” or “Key in the safe”."
          required
          maxLength={MAX_PASSKEY_LABEL}
          {...field('label', label, setLabel)}
        />
      </div>
    </FormDialog>
  )
}

type SecondFactorProps = {
  state: NonNullable<PasskeyList['secondFactor']>
  own: readonly Passkey[]
}

function SecondFactorCard({ state, own }: SecondFactorProps) {
  const { formatMoment } = useFarmDates()
  return (
    <Card aria-labelledby="second-factor" className="mt-8 grid max-w-xl gap-3">
      <h3 id="second-factor" className="text-xl">
        {state.since === null ? 'Password only' : 'A passkey is needed'}
      </h3>
      {state.since === null ? (
        <Off isTried={state.isTried} canTry={own.some(({ worksHere }) => worksHere)} />
      ) : (
        <>
          <p>
            Since {formatMoment(state.since)} you need a passkey to sign in; the password by itself
            won’t work. If you lose the passkey, this command on the server allows password only
            again: <code className="font-semibold">farmstand passkeys-off</code>
          </p>
          <Button
            variant="quiet"
            className="justify-self-start"
            onClick={() => openDialog('passkeys/off')}
          >
            Allow password only
          </Button>
          <DialogAt address="passkeys/off">
            {(dialog) => (
              <ActionDialog
                {...dialog}
                title="Allow password only?"
                description="Whoever knows the password can open the desk again. Your passkeys keep working."
                button="Allow"
                send={() => call(passkeys.switchOff)}
                done="Password only is back on"
                failed="Nothing was changed"
                refreshes={[passkeys.list]}
              />
            )}
          </DialogAt>
        </>
      )}
    </Card>
  )
}

function Off({ isTried, canTry }: { isTried: boolean; canTry: boolean }) {
  const attempt = useSignInByPasskey()
  const hasTokens = useHasTokens()
  const on = useChange({
    send: () => call(passkeys.switchOn),
    done: 'From now on a passkey is needed',
    failed: 'Nothing was changed',
    refreshes: [passkeys.list],
  })
  return (
    <>
      <p>
        You can require a passkey as well, so that someone who learns your password still cannot get
        in. Keep a second passkey in a safe place in case you lose your phone.{' '}
        {hasTokens && 'Turning this on also ends your API tokens.'}
      </p>
      {!canTry && <p className="text-bark-deep">Add a passkey first.</p>}
      {canTry && !isTried && canUsePasskeys() && (
        <>
          <p className="text-bark-deep">
            First make sure yours works: try it here. You then have {FRESH_MINUTES} minutes to turn
            this on.
          </p>
          <Button
            variant="quiet"
            className="justify-self-start"
            busy={attempt.isPending}
            onClick={() => attempt.mutate(false)}
          >
            {attempt.isPending ? 'Waiting for the passkey…' : 'Try my passkey'}
          </Button>
        </>
      )}
      {canTry && isTried && (
        <Button className="justify-self-start" busy={on.isPending} onClick={() => on.mutate()}>
          Ask for a passkey from now on
        </Button>
      )}
    </>
  )
}
